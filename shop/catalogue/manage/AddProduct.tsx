import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { UnsavedChanges } from '~/platform/dialogs/UnsavedChanges.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { usePictures } from '~/shop/images/use-pictures.ts'
import { urls } from '~/shop/urls.ts'
import type { FieldName, ProductValues } from '../fields/product-fields.ts'
import { fieldOf, formProblems, fromTexts, longestProductName } from '../fields/product-fields.ts'
import { formatNumbers, readNumbers, typedNumbersProblem } from '../numbers/number-lines.ts'
import { mostPictures, picturesOf } from '../pictures.ts'
import type { ManagedProduct } from './manage-contract.ts'
import {
  FitKindField,
  ProductFields,
  productForm,
  SaveBar,
  typedNames,
  useIsChanged,
} from './ProductFields.tsx'

type Props = {
  /** A product to begin with, of which this becomes another one. */
  copied?: ManagedProduct | undefined
  /** Which cars it is for, with the field that says how completely. */
  cars: (fitKind: ReactNode) => ReactNode
  /** Called with the id of the new product; false when it leads to another page. */
  saveCars: (id: string) => Promise<boolean>
}

type Texts = Partial<Record<FieldName, string>>

export function AddProduct({ copied, cars, saveCars }: Props) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [first, setFirst] = useState<Texts>(() => (copied ? copyOf(copied) : ((state as Texts | null) ?? {})))
  /** Each product that is added here begins with another form. */
  const [round, setRound] = useState(0)
  const [category, setCategory] = useState(first.category ?? '')
  const pictures = usePictures(copied ? picturesOf(copied) : [], mostPictures)
  const { isChanged, settle } = useIsChanged(round)
  const isAnother = useRef(false)

  const { form, errors, problem, isSending } = useForm({
    fields: {
      ...formProblems(typedNames),
      numbers: typedNumbersProblem(first.numbers ?? ''),
      image: (chosen: string) => (chosen ? undefined : 'Image is required'),
      morePictures: () => undefined,
      cars: () => undefined,
    },
    async send(typed, sent) {
      const [image = '', ...others] = await pictures.settled()
      const { insertedId } = await authApi(manageRoutes.addProduct, {
        body: { ...fromTexts(typedNames, typed), image, morePictures: others.join('\n') },
      })
      toast('success', 'Product Added Successfully', {
        actions: [
          { text: 'View', run: () => void navigate(urls.product(insertedId)) },
          { text: 'Add its cars', run: () => void navigate(`${urls.editProduct(insertedId)}#cars`) },
        ],
      })
      settle()
      if (!(await saveCars(insertedId))) return
      const kept: Texts = isAnother.current ? { category: typed.category, brand: typed.brand } : {}
      flushSync(() => {
        pictures.reset()
        setFirst(kept)
        setCategory(kept.category ?? '')
        setRound((now) => now + 1)
      })
      sent.querySelector<HTMLElement>('[name=productName]')?.focus()
      // The address said of what it was to be a copy; without that it is another page, which keeps the same.
      if (copied) await navigate(urls.addProduct(), { replace: true, state: kept })
    },
  })
  const inputOf = (name: FieldName) => ({
    ...(!fieldOf(name).isOptional && { required: true }),
    ...(first[name] && { defaultValue: first[name] }),
  })
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Title page="Add Product" />
      <h1 className="text-[28px] sm:text-[36px]">Add Product</h1>
      {copied && (
        <p className="-mt-4 text-muted">
          A copy of {copied.productName}, hidden and without stock. Its own numbers and its EAN are left out.
        </p>
      )}
      <form {...form} id={productForm} className="grid grid-cols-1 gap-6">
        <ProductFields
          key={round}
          hasStock
          errors={errors}
          inputOf={inputOf}
          category={category}
          onCategory={setCategory}
          pictures={pictures}
        />
      </form>
      {cars(<FitKindField key={round} inputOf={inputOf} />)}
      <SaveBar pictures={pictures} isSending={isSending} problem={problem}>
        <button
          type="submit"
          form={productForm}
          className="btn btn-main"
          aria-disabled={isSending}
          onClick={() => {
            isAnother.current = false
          }}
        >
          {isSending ? 'Sending Product...' : 'Save Product'}
        </button>
        <button
          type="submit"
          form={productForm}
          className="btn btn-quiet"
          aria-disabled={isSending}
          onClick={() => {
            isAnother.current = true
          }}
        >
          Save and add another
        </button>
      </SaveBar>
      <UnsavedChanges isChanged={isChanged} />
    </div>
  )
}

/** Everything but what is one product's alone: its name, its own numbers, its stock. Nobody sees it before it is shown. */
function copyOf(product: ProductValues): Texts {
  const text = (name: FieldName) => fieldOf(name).input.text(product[name])
  const numbers = readNumbers(product.numbers).filter(({ kind }) => kind !== 'own' && kind !== 'ean')
  return {
    ...Object.fromEntries(typedNames.map((name) => [name, text(name)])),
    productName: `${product.productName.slice(0, longestProductName - ' (copy)'.length)} (copy)`,
    availableQty: '0',
    numbers: formatNumbers(numbers),
    visibility: 'hidden',
  }
}
