import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { UnsavedChanges } from '~/platform/dialogs/UnsavedChanges.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { usePictures } from '~/shop/images/use-pictures.ts'
import { urls } from '~/shop/urls.ts'
import type { Details, FieldName } from '../fields/product-fields.ts'
import { detailsIn, fieldOf, formProblems, fromTexts } from '../fields/product-fields.ts'
import { typedNumbersProblem } from '../numbers/number-lines.ts'
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
import { Restock } from './Restock.tsx'

type Props = {
  product: ManagedProduct
  /** Which cars it is for, with the field that says how completely. */
  cars: (fitKind: ReactNode) => ReactNode
  /** Which parts the owner has put beside it. */
  related: ReactNode
  /** After its stock was changed. */
  onChanged: () => void
}

const editedNames = typedNames.filter((name) => name !== 'availableQty')

/** All of a product on one page, which stays when it is saved. */
export function EditProduct({ product, cars, related, onChanged }: Props) {
  const [opened, setOpened] = useState(detailsIn(product))
  const [seen, setSeen] = useState(opened)
  const [category, setCategory] = useState(opened.category)
  const pictures = usePictures(picturesOf(opened), mostPictures)
  const { isChanged, settle } = useIsChanged(0)

  const { form, errors, problem, isSending } = useForm({
    fields: {
      ...formProblems(editedNames),
      numbers: typedNumbersProblem(opened.numbers),
      image: (chosen: string) => (chosen ? undefined : 'Image is required'),
      morePictures: () => undefined,
    },
    async send(typed) {
      const [image = '', ...others] = await pictures.settled()
      const params = { id: product._id }
      try {
        await authApi(manageRoutes.editProduct, {
          params,
          body: { ...fromTexts(editedNames, typed), image, morePictures: others.join('\n'), seen },
        })
      } catch (error) {
        // What was typed stays; saving once more is then a decision, not an accident.
        if (error instanceof ApiError && error.reason === 'changed_meanwhile')
          setSeen(detailsIn(error.body.product as Details))
        throw error
      }
      toast('success', `${typed.productName.trim()} saved`)
      settle()
      // As it is written now: the next change is compared with that.
      const saved = detailsIn(await authApi(manageRoutes.getManagedProduct, { params }))
      setOpened(saved)
      setSeen(saved)
    },
  })
  const inputOf = (name: FieldName) => {
    if (name === 'availableQty') return {}
    const { input, isOptional } = fieldOf(name)
    // What somebody else has changed meanwhile, and nothing else: that is what must be looked at.
    const isNews = (one: keyof Details) => seen[one] !== opened[one]
    const hint =
      name === 'image' && (isNews('image') || isNews('morePictures'))
        ? 'Somebody else has changed the pictures.'
        : isNews(name)
          ? input.now(seen[name])
          : hints[name]
    return {
      ...(!isOptional && { required: true }),
      defaultValue: input.text(opened[name]),
      ...(hint && { hint }),
    }
  }
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Title page={opened.productName} />
      <header className="grid gap-2">
        <Link
          to={urls.manageProducts({ q: opened.productName })}
          className="text-link inline-flex min-h-11 items-center gap-2 justify-self-start text-sm"
        >
          <Icon name="back" />
          Manage Products
        </Link>
        <h1 className="text-[28px] wrap-anywhere sm:text-[32px]">{opened.productName}</h1>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {opened.visibility === 'hidden' && <span className="chip bg-warn-tint text-warn">Hidden</span>}
          <span className="flex flex-wrap items-center gap-3 text-muted">
            In stock <Restock product={product} onChanged={onChanged} />
          </span>
          <Link to={urls.product(product._id)} className="text-link py-2 text-sm">
            View
          </Link>
          <Link to={urls.addProduct(product._id)} className="text-link py-2 text-sm">
            Duplicate
          </Link>
        </div>
      </header>
      <form {...form} id={productForm} className="grid grid-cols-1 gap-6">
        <ProductFields
          hasStock={false}
          errors={errors}
          inputOf={inputOf}
          category={category}
          onCategory={setCategory}
          pictures={pictures}
          hasNews={seen !== opened}
        />
      </form>
      {cars(<FitKindField inputOf={inputOf} />)}
      {related}
      <SaveBar pictures={pictures} isSending={isSending} problem={problem}>
        <button type="submit" form={productForm} className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Saving…' : 'Save changes'}
        </button>
      </SaveBar>
      <UnsavedChanges isChanged={isChanged} />
    </div>
  )
}

const hints: Partial<Record<FieldName, string>> = {
  productName: 'Orders that were placed keep the name they have.',
}
