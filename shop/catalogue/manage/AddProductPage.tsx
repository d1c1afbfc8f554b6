import { Field, TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { callAs } from '~/shop/identity/session/auth-client.ts'
import { PictureField } from '~/shop/images/PictureField.tsx'
import { usePicture } from '~/shop/images/use-picture.ts'
import { urls } from '~/shop/urls.ts'
import { formProblems, longestDescription, longestName } from './product-rules.ts'

export function AddProductPage() {
  const picture = usePicture()
  const { form, errors, problem, isSending } = useForm({
    fields: { ...formProblems, image: (chosen: string) => (chosen ? undefined : 'Image is required') },
    async send({ productName, availableQty, orderQty, price, productDescription }, sent) {
      const image = await picture.keep()
      await callAs('POST', urls.api.addProduct(), {
        productName,
        productDescription,
        image,
        availableQty: Number(availableQty),
        orderQty: Number(orderQty),
        price: Number(price),
      })
      toast('success', 'Product Added Successfully')
      sent.reset()
      picture.reset()
      sent.querySelector('input')?.focus()
    },
  })
  return (
    <div className="grid max-w-3xl gap-6">
      <Title page="Add Product" />
      <h1 className="text-[28px] sm:text-[36px]">Add Product</h1>
      <form {...form} className="panel grid shadow-none gap-5 p-5 sm:p-8">
        <Field
          label="Product name"
          name="productName"
          maxLength={longestName}
          required
          error={errors.productName}
        />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            label="Available quantity"
            name="availableQty"
            inputMode="numeric"
            required
            error={errors.availableQty}
          />
          <Field
            label="Minimum order quantity"
            name="orderQty"
            inputMode="numeric"
            required
            error={errors.orderQty}
          />
          <Field label="Price in dollars" name="price" inputMode="decimal" required error={errors.price} />
        </div>
        <TextField
          label="Product description"
          name="productDescription"
          maxLength={longestDescription}
          required
          error={errors.productDescription}
        />
        <input type="hidden" name="image" value={picture.isChosen ? 'chosen' : ''} />
        <PictureField picture={picture} error={errors.image} />
        <FormError text={problem} />
        <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
          {isSending ? 'Sending Product...' : 'Save Product'}
        </button>
      </form>
    </div>
  )
}
