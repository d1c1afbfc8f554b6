import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { PictureField } from '~/shop/images/PictureField.tsx'
import { usePicture } from '~/shop/images/use-picture.ts'
import type { Product } from '../contract.ts'
import { isAlwaysShown, MoreFields, ProductInputs } from '../fields/ProductInputs.tsx'
import type { DetailName, Details } from '../fields/product-fields.ts'
import { detailNames, detailsIn, fieldOf, formProblems, fromTexts } from '../fields/product-fields.ts'
import { picturesOf } from '../pictures.ts'
import { ProductPicture } from '../product/ProductPicture.tsx'
import { morePicturesTyped, PicturesField } from './pictures/PicturesField.tsx'

type Props = { product: Product; onClose: (wasSaved: boolean) => void }

/** Stands on the page, not in the row: what is typed must not vanish when the list changes. */
export const EditProduct = ({ product, onClose }: Props) => (
  <WideDialog title={product.productName} onClose={() => onClose(false)}>
    <EditForm product={product} onSaved={() => onClose(true)} />
  </WideDialog>
)

/** Pictures have fields of their own kind. What a page for everybody does not know of the product stays as it is. */
const typedNamesOf = (opened: Details) =>
  detailNames.filter((name) => name in opened && name !== 'image' && name !== 'morePictures')

function EditForm({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const [opened] = useState(detailsIn(product))
  const typedNames = typedNamesOf(opened)
  const [seen, setSeen] = useState(opened)
  const [isOtherPicture, setIsOtherPicture] = useState(false)
  const picture = usePicture()
  const [ordered, setOrdered] = useState<string[]>()
  // Until they are touched, those that the product has.
  const pictures = ordered ?? picturesOf(seen)
  const { form, errors, problem, isSending } = useForm({
    fields: { ...formProblems(typedNames), image: () => undefined, morePictures: morePicturesTyped },
    async send(typed) {
      const [first, ...more] = pictures
      const image = isOtherPicture && picture.isChosen ? await picture.store() : first!
      const details = fromTexts(typedNames, typed)
      try {
        await authApi(manageRoutes.editProduct, {
          params: { id: product._id },
          body: { ...details, image, morePictures: more.join('\n'), seen },
        })
      } catch (error) {
        // What was typed stays; saving once more is then a decision, not an accident.
        if (error instanceof ApiError && error.reason === 'changed_meanwhile')
          setSeen(detailsIn(error.body.product as Product))
        throw error
      }
      toast('success', `${typed.productName.trim()} saved`)
      onSaved()
    },
  })
  const inputOf = (name: DetailName) => {
    const { input } = fieldOf(name)
    // What somebody else has changed meanwhile, and nothing else: that is what must be looked at.
    const hint = seen[name] === opened[name] ? hints[name] : input.now(seen[name])
    return { defaultValue: input.text(opened[name]), ...(hint && { hint }) }
  }
  return (
    <form {...form} className="grid gap-5">
      <ProductInputs names={typedNames.filter(isAlwaysShown)} errors={errors} inputOf={inputOf} />
      {isOtherPicture ? (
        <PictureField picture={picture} error={errors.image} label="New image" />
      ) : (
        <div className="flex items-center gap-4">
          <span className="w-28 overflow-hidden rounded-control">
            <ProductPicture image={pictures[0]!} alt="" sizes="112px" />
          </span>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsOtherPicture(true)}>
            Change picture
          </button>
        </div>
      )}
      <MoreFields
        names={typedNames}
        errors={errors}
        inputOf={inputOf}
        isFilled={pictures.length > 1}
        hasNews={errors.morePictures !== undefined || seen !== opened}
      >
        <PicturesField
          pictures={isOtherPicture ? pictures.slice(1) : pictures}
          onChange={(change) =>
            setOrdered((now = pictures) =>
              isOtherPicture ? [now[0]!, ...change(now.slice(1))] : change(now),
            )
          }
          isFirstElsewhere={isOtherPicture}
          error={errors.morePictures}
        />
      </MoreFields>
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Saving…' : 'Save changes'}
      </button>
    </form>
  )
}

const hints: Partial<Record<DetailName, string>> = {
  productName: 'Orders that were placed keep the name they have.',
}
