import type { KeyboardEvent, MouseEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useModal } from '~/platform/dialogs/Dialog.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { pictureAlt } from '../pictures.ts'
import { StripButtons, StripCount, useStrip } from './StripButtons.tsx'

type Props = { pictures: string[]; name: string; start: number; onClose: (last: number) => void }

const panStep = 80
const pans: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
}

/** As large as the window, and twice that by a click, a key or the button; then it is scrolled to see its parts. */
export function EnlargedPictures({ pictures, name, start, onClose }: Props) {
  // It is open before the strip is scrolled: what is closed has no width.
  const modal = useModal(close)
  const { shown, go, strip, onKeyDown } = useStrip(pictures.length, start)
  const [isZoomed, setIsZoomed] = useState(false)
  const frame = useRef<HTMLLIElement>(null)

  function close() {
    onClose(shown)
  }
  /** What was under the pointer stays in sight; without one, the middle does. */
  function zoom(x = 0.5, y = 0.5) {
    flushSync(() => setIsZoomed(!isZoomed))
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = frame.current!
    frame.current!.scrollTo({
      left: x * scrollWidth - clientWidth / 2,
      top: y * scrollHeight - clientHeight / 2,
    })
  }
  function zoomAt({ clientX, clientY, currentTarget }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    zoom((clientX - left) / width, (clientY - top) / height)
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === (isZoomed ? '-' : '+')) return zoom()
    if (!isZoomed) return onKeyDown(event)
    const pan = pans[event.key]
    if (!pan) return
    event.preventDefault()
    frame.current!.scrollBy(...pan)
  }
  return (
    <dialog {...modal} className="enlarged" aria-label={`Pictures of ${name}`} onKeyDown={onKey}>
      <div className="flex items-center justify-between gap-3 p-2 pl-4 sm:p-3 sm:pl-5">
        <p className="truncate font-semibold">{name}</p>
        <div className="flex flex-none items-center">
          {pictures.length > 1 && <StripCount shown={shown} count={pictures.length} />}
          <button
            type="button"
            className="icon-button"
            aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
            onClick={() => zoom()}
          >
            <Icon name={isZoomed ? 'minus' : 'plus'} />
          </button>
          <button type="button" className="icon-button" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="relative min-h-0">
        <ul {...strip} className={isZoomed ? 'strip overflow-x-hidden' : 'strip'}>
          {pictures.map((address, n) => (
            <li
              key={address}
              ref={n === shown ? frame : undefined}
              className={isZoomed && n === shown ? 'is-zoomed' : ''}
              tabIndex={isZoomed && n === shown ? 0 : undefined}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the whole dialog */}
              <img src={address} alt={pictureAlt(name, n)} decoding="async" onClick={zoomAt} />
            </li>
          ))}
        </ul>
        {!isZoomed && <StripButtons shown={shown} count={pictures.length} go={go} />}
      </div>
    </dialog>
  )
}
