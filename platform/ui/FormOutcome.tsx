import { useSearchParams } from 'react-router'

type Props = { name: string; yes: string; no: string }

/** What came of a form that was sent without scripts: the server says it in the address. */
export function FormOutcome({ name, yes, no }: Props) {
  const [query] = useSearchParams()
  const outcome = query.get(name)
  if (outcome !== 'yes' && outcome !== 'no') return null
  return (
    <p role="status" className={outcome === 'yes' ? 'font-medium text-success' : 'font-medium text-danger'}>
      {outcome === 'yes' ? yes : no}
    </p>
  )
}
