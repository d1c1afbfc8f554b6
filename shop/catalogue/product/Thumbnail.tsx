import { smallCopy } from '~/shop/images/rules.ts'

type Props = { image: string; shape?: string }

/** The smallest copy of a product's picture, beside its name in a table or on the tile of a category. */
export const Thumbnail = ({ image, shape = 'aspect-4/3 rounded-control' }: Props) => (
  <img
    src={smallCopy(image)}
    alt=""
    width={64}
    height={48}
    loading="lazy"
    decoding="async"
    className={`photo w-full ${shape}`}
  />
)
