import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import type { Order } from './contract.ts'

/** In dialogs: which order it is. */
export const AboutOrder = ({ order: { image, productName, quantity, size, price } }: { order: Order }) => (
  <DialogSubject picture={<Thumbnail image={image} />} name={keepUnits(productName)}>
    {quantity} × {size}, <Money amount={price} />
  </DialogSubject>
)
