import { smallCopy, widths } from '~/shop/images/rules.ts'

type Props = {
  image: string
  alt: string
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** `first` is what the visitor waits for, `soon` is in sight at once, `later` is below. */
  when?: 'first' | 'soon' | 'later'
  shape?: string
}

export function ProductPicture({ image, alt, sizes, when = 'later', shape = 'aspect-4/3' }: Props) {
  const { webp, avif } = copies(image)
  const picture = (
    <img
      src={image}
      srcSet={webp}
      sizes={sizes}
      alt={alt}
      width={600}
      height={450}
      loading={when === 'later' ? 'lazy' : 'eager'}
      fetchPriority={when === 'first' ? 'high' : 'auto'}
      decoding="async"
      className={`photo w-full ${shape}`}
    />
  )
  if (!avif) return picture
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {picture}
    </picture>
  )
}

/** The shop's own pictures lie there in several widths; those of other hosts come as they are. */
function copies(image: string): { webp?: string; avif?: string } {
  const [, folder, name] = /^\/(products|images)\/([\w-]+)-1200\.webp$/.exec(image) ?? []
  if (!name) return {}
  const inWidths = (format: string) =>
    widths.map((width) => `/${folder}/${name}-${width}.${format} ${width}w`).join(', ')
  return { webp: inWidths('webp'), ...(folder === 'images' && { avif: inWidths('avif') }) }
}

type ThumbnailProps = { image: string; shape?: string }

/** The smallest copy of a product's picture, beside its name in a table or on the tile of a category. */
export const Thumbnail = ({ image, shape = 'aspect-4/3 rounded-control' }: ThumbnailProps) => (
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
