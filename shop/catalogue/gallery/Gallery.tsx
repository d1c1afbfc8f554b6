import { useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Product } from '../contract.ts'
import { pictureAlt, picturesOf } from '../pictures.ts'
import { ProductPicture, Thumbnail } from '../product/ProductPicture.tsx'
import { EnlargedPictures } from './EnlargedPictures.tsx'
import { StripButtons, StripCount, useStrip } from './StripButtons.tsx'

type Props = {
  product: Product
  /** Small pictures stand in a column beside the large one where there is room. */
  hasColumn?: boolean
}

/** All pictures of a part, one at a time. A part with one picture has no more than that, and its enlargement. */
export function Gallery({ product, hasColumn = false }: Props) {
  const { productName: name, inTheBox } = product
  const pictures = picturesOf(product)
  const count = pictures.length
  const { shown, go, strip, onKeyDown } = useStrip(count)
  const [isEnlarged, setIsEnlarged] = useState(false)
  return (
    <>
      <section
        aria-label={`Pictures of ${name}`}
        className={`gallery ${hasColumn && count > 1 ? 'gallery-column' : ''}`}
        onKeyDown={onKeyDown}
      >
        <div className="gallery-main">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
          <ul
            {...strip}
            className="strip cursor-zoom-in [&_img]:aspect-3/2 [&_li:not(:first-child)_img]:object-contain"
            onClick={() => setIsEnlarged(true)}
          >
            {pictures.map((address, n) => (
              <li key={address}>
                <ProductPicture
                  image={address}
                  alt={pictureAlt(name, n)}
                  sizes="(min-width: 1024px) 680px, (min-width: 768px) 50vw, 100vw"
                  when={n === 0 ? 'first' : 'later'}
                />
              </li>
            ))}
          </ul>
          <StripButtons shown={shown} count={count} go={go} />
          <button
            type="button"
            className="icon-button strip-button top-3 right-3"
            aria-label="Enlarge picture"
            onClick={() => setIsEnlarged(true)}
          >
            <Icon name="search" />
          </button>
          {inTheBox && shown === 0 && <p className="gallery-note">{inTheBox}</p>}
        </div>
        {/* On a phone instead of the small pictures, and not over a picture: it would cover what is written there. */}
        {count > 1 && (
          <div className="-mb-2 flex justify-end md:sr-only">
            <StripCount shown={shown} count={count} />
          </div>
        )}
        {count > 1 && (
          <ul className="gallery-thumbnails">
            {pictures.map((address, n) => (
              <li key={address} className="w-18">
                <button
                  type="button"
                  className="strip-thumbnail"
                  aria-label={`Picture ${n + 1} of ${count}`}
                  aria-current={n === shown}
                  onClick={() => go(n)}
                >
                  <Thumbnail image={address} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isEnlarged && (
        <EnlargedPictures
          pictures={pictures}
          name={name}
          start={shown}
          onClose={(last) => {
            setIsEnlarged(false)
            go(last)
          }}
        />
      )}
    </>
  )
}
