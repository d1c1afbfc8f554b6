import { useRef, useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { manageRelatedRoutes } from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { PartSearch } from '~/shop/catalogue/manage/PartSearch.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { mostRelated, tooManyRelated } from '../rules.ts'
import type { ManagedRelated } from './contract.ts'

type Props = { product: Pick<Product, '_id' | 'productName'>; first: ManagedRelated[] }

/** In the editor of a product: what stands beside it. Each change is saved at once. */
export function RelatedEditor({ product, first }: Props) {
  const { parts, set, problem, isSaving } = useRelatedParts(product._id, first)
  const ids = parts.map(({ _id }) => _id)
  const heading = useRef<HTMLHeadingElement>(null)
  async function takeOut({ _id, productName }: ManagedRelated) {
    if (!(await set(ids.filter((id) => id !== _id)))) return
    toast('success', `${productName} no longer stands beside it`)
    heading.current?.focus()
  }
  return (
    <section
      aria-labelledby="related-heading"
      className="panel grid grid-cols-1 gap-4 p-5 shadow-none sm:p-8"
    >
      <h2 id="related-heading" ref={heading} tabIndex={-1} className="text-[22px]">
        You also need
      </h2>
      <p className="field-hint">
        Customers see these parts on the page of this one and in a cart with it, and this one on theirs. What
        is hidden, sold out or does not fit their car is left out by itself.
      </p>
      {parts.length > 0 && (
        <ol className="grid divide-y divide-line">
          {parts.map((part, n) => (
            <li key={part._id} className="flex items-center gap-3 py-2">
              <span className="w-16 flex-none">
                <Thumbnail image={part.image} />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="font-medium wrap-anywhere">{part.productName}</span>
                <span className="text-sm text-muted">{aboutPart(part)}</span>
              </span>
              {n > 0 && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${part.productName} up`}
                  disabled={isSaving}
                  onClick={() => void set(ids.toSpliced(n - 1, 2, ids[n]!, ids[n - 1]!))}
                >
                  <span className="grid -rotate-90">
                    <Icon name="arrow" />
                  </span>
                </button>
              )}
              <button
                type="button"
                className="icon-button"
                aria-label={`Take out ${part.productName}`}
                disabled={isSaving}
                onClick={() => void takeOut(part)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
      )}
      <FormError text={problem} />
      {parts.length < mostRelated ? (
        <PartSearch
          label="Add a part: its name or number"
          except={[product._id, ...ids]}
          isSaving={isSaving}
          onChoose={async ({ _id, productName }) => {
            const isSet = await set([...ids, _id])
            if (isSet) toast('success', `${productName} stands beside it, and it beside ${productName}`)
            return isSet
          }}
        />
      ) : (
        <p className="field-hint">{tooManyRelated}.</p>
      )}
    </section>
  )
}

const aboutPart = ({ brand, isHidden, availableQty }: ManagedRelated) =>
  [brand, isHidden ? 'hidden' : `${availableQty} left`].filter(Boolean).join(' · ')

/** The list as it is stored; what somebody else has changed meanwhile is shown with the refusal. */
function useRelatedParts(id: string, first: ManagedRelated[]) {
  const [parts, setParts] = useState(first)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  async function set(wanted: string[]) {
    if (isSaving) return false
    setIsSaving(true)
    setProblem(undefined)
    const [params, seen] = [{ id }, parts.map(({ _id }) => _id)]
    try {
      setParts(await authApi(manageRelatedRoutes.setRelatedParts, { params, body: { parts: wanted, seen } }))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      const now = await authApi(manageRelatedRoutes.listRelatedParts, { params }).catch(() => undefined)
      if (now) setParts(now)
      return false
    } finally {
      setIsSaving(false)
    }
  }
  return { parts, set, problem, isSaving }
}
