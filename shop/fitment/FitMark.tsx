import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { useMark, useMarksSummary } from './marks.ts'

/** On a card, in a line that is there before the mark. */
export function FitMark({ product }: { product: Product }) {
  const mark = useMark(product._id)
  if (!mark) return null
  return (
    <p title={mark.words}>
      <FitVerdict verdict={mark.verdict} words={mark.words} />
    </p>
  )
}

/** For those who hear the page: once for all marks. */
export const MarksSummary = () => (
  <p role="status" className="sr-only">
    {useMarksSummary()}
  </p>
)
