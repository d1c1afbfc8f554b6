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

export function ProductPicture({ image, alt, sizes, when = 'later', large = false }: Props) {
  const { webp, avif } = copies(image, large ? [600, 1200] : [320, 600])
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
      className="photo aspect-4/3 w-full"
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

/** The shop's own pictures also lie there in the widths of a card; those of other hosts come as they are. */
function copies(image: string, widths: number[]): { webp?: string; avif?: string } {
  const [, folder, name] = /^\/(products|images)\/([\w-]+)-1200\.webp$/.exec(image) ?? []
  if (!name) return {}
  const inWidths = (format: string) =>
    widths.map((width) => `/${folder}/${name}-${width}.${format} ${width}w`).join(', ')
  return { webp: inWidths('webp'), ...(folder === 'images' && { avif: inWidths('avif') }) }
}
