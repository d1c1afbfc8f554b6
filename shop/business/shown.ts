import { idInAddress } from '~/shop/images/rules.ts'
import type { Business } from './fields.ts'

/** The shapes of a logo. */
export type LogoFile =
  | 'favicon.ico'
  | 'apple-touch-icon.png'
  | 'icon-192.png'
  | 'icon-512.png'
  | 'maskable-512.png'
  | 'mail.png'
  | 'social.jpg'

/** Where the logo is in its shapes: those of a shop without one are drawn already. An address changes with the logo. */
export function lookOf({ look }: Pick<Business, 'look'>) {
  const logoId = idInAddress(look.logo)
  return {
    logoId,
    icon: (file: LogoFile) => (logoId ? `/logo/${logoId}/${file}` : `/icons/${file}`),
  }
}

/** The lines of a value that have something in them. */
export const linesOf = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Of lines like “Saturday: 9:00 to 13:00”: what stands before the first colon, and what after it. */
export const pairsOf = (value: string) =>
  linesOf(value).map((line) => {
    const [title = '', ...text] = line.split(':')
    return { title: title.trim(), text: text.join(':').trim() }
  })
