import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import type { Product } from '../contract.ts'
import { piecesProblem } from '../fields/field-kinds.ts'
import { productFields } from '../fields/product-fields.ts'

type Props = { product: Product; onChanged: () => void }

/** The stock of a row; a click turns it into a form. */
export function Restock({ product, onChanged }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen) return <RestockForm product={product} onChanged={onChanged} onClose={() => setIsOpen(false)} />
  return (
    <span className="flex items-center gap-3 whitespace-nowrap">
      {product.availableQty} pices
      <button
        type="button"
        className="text-link min-h-8 text-sm"
        aria-label={`Restock ${product.productName}`}
        // biome-ignore lint/a11y/noAutofocus: takes the focus back from the field that stood in its place
        autoFocus={wasOpen}
        onClick={() => {
          setWasOpen(true)
          setIsOpen(true)
        }}
      >
        Restock
      </button>
    </span>
  )
}

const piecesToAddProblem = piecesProblem('Pieces to add', 1)

/** The new total, or how many came: either gives the other. */
function RestockForm({ product, onChanged, onClose }: Props & { onClose: () => void }) {
  const { _id, productName, availableQty } = product
  /** What the admin saw when they began: what is sold meanwhile is not overwritten. */
  const [seenQty, setSeenQty] = useState(availableQty)
  const [total, setTotal] = useState(String(availableQty))
  const [added, setAdded] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const id = useId()

  function add(typed: string, to = seenQty) {
    setAdded(typed)
    setTotal(String(/^\d+$/.test(typed.trim()) ? to + Number(typed) : to))
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong =
      // Nothing typed is nothing to add.
      (added.trim() && piecesToAddProblem(added.trim())) || productFields.availableQty.problem(total.trim())
    setProblem(wrong)
    if (wrong || isSaving) return
    setIsSaving(true)
    try {
      await authApi(catalogueRoutes.setStock, {
        params: { id: _id },
        body: { availableQty: Number(total), seenQty },
      })
      toast('success', `${productName}: ${total.trim()} pieces in stock`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.reason === 'stock_changed') {
        const left = error.body.availableQty as number
        setSeenQty(left)
        // What came is still what came; saving once more is then a decision.
        if (added) add(added, left)
      }
      setIsSaving(false)
    }
    onChanged()
  }

  const described = problem && { 'aria-invalid': true, 'aria-describedby': id }
  const input = 'input min-h-10 w-18 px-2'
  return (
    <form
      onSubmit={(event) => void save(event)}
      onInput={() => setProblem(undefined)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="grid gap-2"
    >
      <span className="flex items-center gap-2">
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Pieces of ${productName} in stock`}
          value={total}
          onChange={(event) => {
            setTotal(event.target.value)
            setAdded('')
          }}
          // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          className={input}
          {...described}
        />
        <span className="whitespace-nowrap text-muted" aria-hidden="true">
          or +
        </span>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Pieces to add to ${productName}`}
          value={added}
          onChange={(event) => add(event.target.value)}
          className={input}
          {...described}
        />
      </span>
      {problem && (
        <span id={id} role="alert" className="field-error max-w-48 text-left">
          {problem}
        </span>
      )}
      <span className="flex gap-2">
        <button type="submit" className="btn btn-main btn-small px-3" aria-disabled={isSaving}>
          Save
        </button>
        <button type="button" className="btn btn-quiet btn-small px-3" onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  )
}
