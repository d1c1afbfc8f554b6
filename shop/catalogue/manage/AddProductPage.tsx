import { useState } from 'react'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { PictureField } from '~/shop/images/PictureField.tsx'
import { usePicture } from '~/shop/images/use-picture.ts'
import { isAlwaysShown, MoreFields, ProductInputs } from '../fields/ProductInputs.tsx'
import { fieldNames, formProblems, fromTexts } from '../fields/product-fields.ts'
import { morePicturesTyped, PicturesField } from './pictures/PicturesField.tsx'

/** Pictures have fields of their own kind. */
const typedNames = fieldNames.filter((name) => name !== 'image' && name !== 'morePictures')

function AddProductPage() {
  const picture = usePicture()
  const [more, setMore] = useState<string[]>([])
  const { form, errors, problem, isSending } = useForm({
    fields: {
      ...formProblems(typedNames),
      image: (chosen: string) => (chosen ? undefined : 'Image is required'),
      morePictures: morePicturesTyped,
    },
    async send(typed, sent) {
      const image = await picture.store()
      await authApi(manageRoutes.addProduct, {
        body: { ...fromTexts(typedNames, typed), image, morePictures: more.join('\n') },
      })
      toast('success', 'Product Added Successfully')
      sent.reset()
      picture.reset()
      setMore([])
      sent.querySelector('input')?.focus()
    },
  })
  return (
    <div className="grid max-w-3xl gap-6">
      <Title page="Add Product" />
      <h1 className="text-[28px] sm:text-[36px]">Add Product</h1>
      <form {...form} className="panel grid shadow-none gap-5 p-5 sm:p-8">
        <ProductInputs
          names={typedNames.filter(isAlwaysShown)}
          errors={errors}
          inputOf={() => ({ required: true })}
        />
        <input type="hidden" name="image" value={picture.isChosen ? 'chosen' : ''} />
        <PictureField picture={picture} error={errors.image} />
        <MoreFields
          names={typedNames}
          errors={errors}
          inputOf={() => ({})}
          hasNews={errors.morePictures !== undefined}
        >
          <PicturesField pictures={more} onChange={setMore} isFirstElsewhere error={errors.morePictures} />
        </MoreFields>
        <FormError text={problem} />
        <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
          {isSending ? 'Sending Product...' : 'Save Product'}
        </button>
      </form>
    </div>
  )
}

export { AddProductPage as Component }
