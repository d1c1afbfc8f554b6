import { keepUnits } from '~/platform/figures.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Product, Verdict } from '../contract.ts'

const looks: Record<Verdict, { icon: IconName; tone: string }> = {
  fits: { icon: 'check', tone: 'text-success' },
  'only-if': { icon: 'question', tone: 'text-warn' },
  'does-not-fit': { icon: 'close', tone: 'text-danger' },
  unknown: { icon: 'minus', tone: 'text-muted' },
}

type Props = {
  verdict: Verdict
  words: string
  /** However long: a card has room for a line or two. */
  isWhole?: boolean
}

/** By word and shape; the colour only repeats it. */
export const FitVerdict = ({ verdict, words, isWhole = false }: Props) => (
  <span className={`flex min-w-0 items-start gap-1.5 font-medium ${looks[verdict].tone}`}>
    <Icon name={looks[verdict].icon} />
    <span className={isWhole ? '' : 'line-clamp-2 lg:line-clamp-1'}>{keepUnits(words)}</span>
  </span>
)

/** On the cards of a list for a car. */
export const ListedFit = ({ product: { fit } }: { product: Product }) =>
  fit && (
    <p title={fit.words}>
      <FitVerdict {...fit} />
    </p>
  )
