import { useMark, useMarksSummary } from './marks.ts'
import { Verdict } from './Verdict.tsx'

/** On a card, in a line that is there before the mark. */
export function FitMark({ productId }: { productId: string }) {
  const mark = useMark(productId)
  if (!mark) return null
  return (
    <p className="text-sm" title={mark.words}>
      <Verdict verdict={mark.verdict} words={mark.words} />
    </p>
  )
}

/** For those who hear the page: once for all marks. */
export const MarksSummary = () => (
  <p role="status" className="sr-only">
    {useMarksSummary()}
  </p>
)
