import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { mostCompared } from '../list-rules.ts'

const form = 'compare'

/** On the card of a part, of which something can be compared. The browser alone knows what is ticked. */
export const CompareTick = ({ product: { _id, productName, attributes } }: { product: Product }) =>
  attributes && (
    <label className="compare-tick">
      <input type="checkbox" name="parts" value={_id} form={form} autoComplete="off" />
      Compare<span className="sr-only"> {productName}</span>
    </label>
  )

/** In sight as soon as a part of the list is ticked. */
export function CompareBar() {
  const navigate = useNavigate()
  const [isTooMany, setIsTooMany] = useState(false)
  const tickedIn = (event: FormEvent<HTMLFormElement>) =>
    new FormData(event.currentTarget).getAll('parts').map(String)
  function compare(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const ids = tickedIn(event)
    setIsTooMany(ids.length > mostCompared)
    if (ids.length <= mostCompared) void navigate(urls.compare(ids))
  }
  return (
    <form id={form} method="get" action="/compare" onSubmit={compare} className="compare-bar">
      <p className="text-sm" role="status">
        {isTooMany
          ? `At most ${mostCompared} parts are compared at once. Untick some of them.`
          : 'Two to four parts, side by side'}
      </p>
      <button type="submit" className="btn btn-ink">
        Compare
      </button>
    </form>
  )
}
