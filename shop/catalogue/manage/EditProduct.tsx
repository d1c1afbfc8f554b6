import { useState } from 'react'
import { ApiError } from '~/platform/client/call.ts'
import { formatDollarsAfter } from '~/platform/money.ts'
import { Field, TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { WideDialog } from '~/platform/ui/WideDialog.tsx'
import { callAs } from '~/shop/identity/session/auth-client.ts'
import { PictureField } from '~/shop/images/PictureField.tsx'
import { usePicture } from '~/shop/images/use-picture.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { ProductPicture } from '../product/ProductPicture.tsx'
import { formProblems, longestDescription, longestName } from './product-rules.ts'

type Props = { product: Product; onClose: (wasSaved: boolean) => void }

/** Stands on the page, not in the row: what is typed must not vanish when the list changes. */
export const EditProduct = ({ product, onClose }: Props) => (
  <WideDialog title={product.productName} onClose={() => onClose(false)}>
    <EditForm product={product} onSaved={() => onClose(true)} />
  </WideDialog>
)

const { productName, price, orderQty, productDescription } = formProblems

function EditForm({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const [seen, setSeen] = useState(detailsOf(product))
  const [isOtherPicture, setIsOtherPicture] = useState(false)
  const picture = usePicture()
  const { form, errors, problem, isSending } = useForm({
    fields: {
      productName,
      price,
      orderQty,
      productDescription,
      image: () => undefined as string | undefined,
    },
    async send(typed) {
      const image = isOtherPicture && picture.isChosen ? await picture.keep() : seen.image
      const { productName, price, orderQty, productDescription } = typed
      const details = { productName, price: Number(price), orderQty: Number(orderQty), productDescription }
      try {
        await callAs('PUT', urls.api.productDetails(product._id), { ...details, image, seen })
      } catch (error) {
        // What was typed stays; saving once more is then a decision, not an accident.
        if (error instanceof ApiError && error.reason === 'changed_meanwhile')
          setSeen(detailsOf(error.said.product as Product))
        throw error
      }
      toast('success', `${typed.productName.trim()} saved`)
      onSaved()
    },
  })
  const wasChanged = JSON.stringify(seen) !== JSON.stringify(detailsOf(product)) && problem
  return (
    <form {...form} className="grid gap-5">
      <Field
        label="Product name"
        name="productName"
        maxLength={longestName}
        defaultValue={product.productName}
        error={errors.productName}
        hint={wasChanged ? `Now: ${seen.productName}` : 'Orders that were placed keep the name they have.'}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Price in dollars"
          name="price"
          inputMode="decimal"
          defaultValue={product.price.toFixed(2)}
          error={errors.price}
          {...(wasChanged && { hint: `Now ${formatDollarsAfter(seen.price)}` })}
        />
        <Field
          label="Minimum order quantity"
          name="orderQty"
          inputMode="numeric"
          defaultValue={product.orderQty}
          error={errors.orderQty}
          {...(wasChanged && { hint: `Now ${seen.orderQty}` })}
        />
      </div>
      <TextField
        label="Product description"
        name="productDescription"
        maxLength={longestDescription}
        defaultValue={product.productDescription}
        error={errors.productDescription}
        {...(wasChanged && { hint: `Now: ${seen.productDescription}` })}
      />
      {isOtherPicture ? (
        <PictureField picture={picture} error={errors.image} label="New image" />
      ) : (
        <div className="flex items-center gap-4">
          <span className="w-28 overflow-hidden rounded-control">
            <ProductPicture image={seen.image} alt="" sizes="112px" />
          </span>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsOtherPicture(true)}>
            Change picture
          </button>
        </div>
      )}
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Saving…' : 'Save changes'}
      </button>
    </form>
  )
}

const detailsOf = ({ productName, price, orderQty, productDescription, image }: Product) => ({
  productName,
  price,
  orderQty,
  productDescription,
  image,
})
