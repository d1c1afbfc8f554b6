import { useId, useState } from 'react'
import { toastError } from '~/platform/ui/toast-error.ts'
import { toast } from '~/platform/ui/toasts.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { Details } from '~/shop/catalogue/fields/product-fields.ts'
import { detailNames, productFields } from '~/shop/catalogue/fields/product-fields.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { manageRoutes } from '~/shop/routes.ts'

const { label, choices, hint } = productFields.fitKind.input

/** How complete the list is: the same field as in Edit, where it is decided. */
export function FitKindChoice({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const id = useId()
  const [isSaving, setIsSaving] = useState(false)
  async function save(fitKind: FitKind) {
    setIsSaving(true)
    const seen = detailsOf(product)
    try {
      await authApi(manageRoutes.editProduct, {
        params: { id: product._id },
        body: { ...seen, fitKind, seen },
      })
      toast('success', `${product.productName} saved`)
    } catch (error) {
      toastError(error)
    } finally {
      setIsSaving(false)
      onSaved()
    }
  }
  return (
    <div className="field max-w-xl">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={product.fitKind}
        disabled={isSaving}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => void save(currentTarget.value as FitKind)}
      >
        {Object.entries(choices!).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  )
}

const detailsOf = (product: Product) =>
  Object.fromEntries(detailNames.map((name) => [name, product[name]])) as Details
