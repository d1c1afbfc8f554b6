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

type Props = { pieces: number; isChecked: boolean; onChange: (isChecked: boolean) => void }

/** In dialogs: the admin says whether pieces that are not sent, or came back, are for sale again. */
export const BackOnTheShelf = ({ pieces, isChecked, onChange }: Props) => (
  <label className="mt-4 flex items-center justify-center gap-3 text-ink">
    <input
      type="checkbox"
      className="size-5 accent-accent"
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    Put {pieces === 1 ? 'the piece' : `the ${pieces} pieces`} back on the shelf
  </label>
)
