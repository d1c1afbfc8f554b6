import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { manageFitmentsRoutes } from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { useSuggestions } from '~/shop/catalogue/header-search/use-suggestions.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'

type Props = { product: Product; onClose: (hasChanged: boolean) => void }

/** Every line of another part, beside those that are there. */
export function CopyFitments({ product, onClose }: Props) {
  const [q, setQ] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isCopying, setIsCopying] = useState(false)
  const found = useSuggestions(q.trim())
  const parts = (found?.products ?? []).filter(({ _id }) => _id !== product._id)
  async function copyFrom({ _id, productName }: Product) {
    setIsCopying(true)
    setProblem(undefined)
    try {
      const { copied, known } = await authApi(manageFitmentsRoutes.copyFitments, {
        params: { id: product._id },
        body: { from: _id },
      })
      const there = known > 0 ? `, ${known} were there already` : ''
      toast('success', `${countOf(copied, 'line')} copied from ${productName}${there}`)
      onClose(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setIsCopying(false)
    }
  }
  return (
    <WideDialog title="Copy from another part" onClose={() => onClose(false)}>
      <SearchInput
        id="copy-from"
        label="Name or number of the part"
        isLarge
        value={q}
        onChange={({ target }) => setQ(target.value)}
        placeholder="brake disc"
      />
      <FormError text={problem} />
      <p role="status" className="text-sm text-muted">
        {!found
          ? 'All its lines are added. Those that are on this list already stay as they are.'
          : parts.length === 0
            ? 'No such part.'
            : 'Choose the part whose lines are copied.'}
      </p>
      <ul className="grid gap-2">
        {parts.map((part) => (
          <li key={part._id}>
            <button
              type="button"
              className="choice-link w-full text-left"
              disabled={isCopying}
              onClick={() => void copyFrom(part)}
            >
              <span className="min-w-0 flex-1 font-medium">{part.productName}</span>
              <Icon name="arrow" />
            </button>
          </li>
        ))}
      </ul>
    </WideDialog>
  )
}
