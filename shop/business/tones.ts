import { firstAccent } from './accent.ts'

type Colour = [number, number, number]

const parse = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour
const format = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (from: Colour, to: Colour, share: number) =>
  from.map((part, n) => part + (to[n]! - part) * share) as Colour

/** As WCAG 2 has it. */
function luminance(colour: Colour) {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string) {
  const [dark, light] = [luminance(parse(one)), luminance(parse(other))].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const black = '#000000'
const white = '#ffffff'

/** The nearest tone of the colour towards another one that is read on all of these grounds. */
function readable(accent: string, towards: string, grounds: string[], least: number) {
  for (let share = 0; share < 1; share += 0.02) {
    const tone = format(mix(parse(accent), parse(towards), share))
    if (grounds.every((ground) => contrast(tone, ground) >= least)) return tone
  }
  return towards
}

/** The grounds of theme.css on which these tones stand, those that are hardest to read on. */
const groundsOf = { light: ['#ffffff', '#eae8e3'], dark: ['#0a0c0e', '#1c2025'] }

/** As theme.css has them. */
const firstTones = {
  accent: firstAccent,
  onAccent: white,
  pressed: '#b83a08',
  light: { tint: '#fbe9df', text: '#b83a08', vivid: '#e8541a' },
  dark: { tint: '#2a1810', text: '#ff7a3d', vivid: '#ff7a3d' },
}

/** What is made of the one colour that the owner chooses: each text of it can be read, in light and in dark. */
export function tonesOf(accent: string) {
  if (accent === firstAccent) return firstTones
  const theme = (towards: string, ground: string, share: number, grounds: string[]) => {
    const tint = format(mix(parse(accent), parse(ground), share))
    return {
      tint,
      text: readable(accent, towards, [...grounds, tint], 4.5),
      vivid: readable(accent, towards, grounds, 3),
    }
  }
  return {
    accent,
    // One of the two is always read.
    onAccent: contrast(accent, white) >= 4.5 ? white : black,
    /** Under the pointer. */
    pressed: format(mix(parse(accent), parse(black), 0.14)),
    light: theme(black, white, 0.88, groundsOf.light),
    dark: theme(white, '#0d0f12', 0.82, groundsOf.dark),
  }
}

/** Counts for more than the same of theme.css. */
export function themeRules(accent: string) {
  const { onAccent, pressed, light, dark } = tonesOf(accent)
  const toned = ({ tint, text, vivid }: typeof light) =>
    `--accent-text:${text};--accent-tint:${tint};--vivid:${vivid}`
  const inDark = `{${toned(dark)}}`
  return [
    `:root:root{--accent:${accent};--on-accent:${onAccent};--accent-pressed:${pressed};--accent-at-night:${dark.text};${toned(light)}}`,
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme=light])${inDark}}`,
    `:root:root[data-theme=dark]${inDark}`,
  ].join('')
}
