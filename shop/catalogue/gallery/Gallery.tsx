import { useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { ProductPicture } from '../product/ProductPicture.tsx'
import { Thumbnail } from '../product/Thumbnail.tsx'
import { EnlargedPictures } from './EnlargedPictures.tsx'
import { pictureAlt } from './picture-alt.ts'
import { StripButtons, StripCount } from './StripButtons.tsx'
import { useStrip } from './use-strip.ts'

type Props = { pictures: string[]; name: string }

/** All pictures of a part, one at a time. A part with one picture has no more than that, and its enlargement. */
export function Gallery({ pictures, name }: Props) {
  const count = pictures.length
  const { shown, go, strip, onKeyDown } = useStrip(count)
  const [isEnlarged, setIsEnlarged] = useState(false)
  return (
    <>
      <section aria-label={`Pictures of ${name}`} className="grid gap-3" onKeyDown={onKeyDown}>
        <div className="relative overflow-hidden rounded-panel">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
          <ul {...strip} className="strip cursor-zoom-in" onClick={() => setIsEnlarged(true)}>
            {pictures.map((address, n) => (
              <li key={address}>
                <ProductPicture
                  image={address}
                  alt={pictureAlt(name, n)}
                  sizes="(min-width: 1280px) 780px, 94vw"
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
        </div>
        {count > 1 && (
          <div className="flex items-start justify-between gap-3">
            <ul className="flex flex-wrap gap-2">
              {pictures.map((address, n) => (
                <li key={address} className="w-16 sm:w-20">
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
            <StripCount shown={shown} count={count} />
          </div>
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
