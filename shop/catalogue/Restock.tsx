import type { FormEvent } from 'react'
import { useState } from 'react'
import { CallProblem } from '~/platform/call.ts'
import { toastProblem } from '~/platform/ui/toast-problem.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { callAs } from '~/shop/identity/entering.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from './contract.ts'
import { problemOf } from './product-rules.ts'

type Props = { product: Product; onChanged: () => void }

/** The stock of a row; a click turns it into a field. */
export function Restock({ product, onChanged }: Props) {
  const { _id, productName, availableQty } = product
  /** What the admin saw when they began: what is sold meanwhile is not overwritten. */
  const [seenQty, setSeenQty] = useState<number>()
  const [isSaving, setIsSaving] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('availableQty')).trim()
    const problem = problemOf.availableQty(typed)
    if (problem) return toast('error', problem)
    if (isSaving) return
    setIsSaving(true)
    try {
      await callAs('PUT', urls.api.changeProduct(_id), { availableQty: Number(typed), seenQty })
      toast('success', `${productName}: ${typed} pieces in stock`)
      setSeenQty(undefined)
      onChanged()
    } catch (error) {
      toastProblem(error)
      if (error instanceof CallProblem && error.reason === 'stock_changed')
        setSeenQty(error.said.availableQty as number)
      onChanged()
    } finally {
      setIsSaving(false)
    }
  }

  if (seenQty === undefined)
    return (
      <span className="flex items-center gap-3 whitespace-nowrap">
        {availableQty} pices
        <button
          type="button"
          className="text-link min-h-8 text-sm"
          aria-label={`Restock ${productName}`}
          // biome-ignore lint/a11y/noAutofocus: takes the focus back from the field that stood in its place
          autoFocus={wasOpen}
          onClick={() => {
            setWasOpen(true)
            setSeenQty(availableQty)
          }}
        >
          Restock
        </button>
      </span>
    )
  return (
    <form onSubmit={(event) => void save(event)} className="flex items-center gap-2">
      <input
        name="availableQty"
        inputMode="numeric"
        aria-label={`Pieces of ${productName} in stock`}
        defaultValue={seenQty}
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => event.key === 'Escape' && setSeenQty(undefined)}
        className="input min-h-10 w-16 px-2"
      />
      <button type="submit" className="btn btn-main btn-small px-3" aria-disabled={isSaving}>
        Save
      </button>
    </form>
  )
}
