/** The smallest copy of a product's picture, beside its name in a table. */
export const Thumbnail = ({ image }: { image: string }) => (
  <img
    src={image.replace(/^(\/(?:products|images)\/[\w-]+)-1200\.webp$/, '$1-320.webp')}
    alt=""
    width={64}
    height={48}
    loading="lazy"
    decoding="async"
    className="photo aspect-4/3 w-full rounded-control"
  />
)
