type Props = {
  image: string
  alt: string
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** `first` is what the visitor waits for, `soon` is in sight at once, `later` is below. */
  when?: 'first' | 'soon' | 'later'
  /** Shown larger than on a card. */
  large?: boolean
}

export const ProductPicture = ({ image, alt, sizes, when = 'later', large = false }: Props) => (
  <img
    src={image}
    srcSet={copies(image, large ? [600, 1200] : [320, 600])}
    sizes={sizes}
    alt={alt}
    width={600}
    height={450}
    loading={when === 'later' ? 'lazy' : 'eager'}
    fetchPriority={when === 'first' ? 'high' : 'auto'}
    decoding="async"
    className="photo aspect-4/3 w-full"
  />
)

/** The shop's own pictures also lie there in the widths of a card; those of other hosts come as they are. */
function copies(image: string, widths: number[]) {
  const name = /^\/products\/([\w-]+)-1200\.webp$/.exec(image)?.[1]
  if (!name) return undefined
  return widths.map((width) => `/products/${name}-${width}.webp ${width}w`).join(', ')
}
