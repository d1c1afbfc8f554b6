import { useId, useState } from 'react'
import { countOf } from '~/platform/figures.ts'
import { mostPictures } from '../../pictures.ts'
import { Thumbnail } from '../../product/Thumbnail.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import { PictureFiles } from './PictureFiles.tsx'
import type { ChangePictures } from './use-sending.ts'
import { useSending } from './use-sending.ts'

type Props = {
  pictures: string[]
  onChange: ChangePictures
  /** Whether the first of the product is in another field of the form. */
  isFirstElsewhere: boolean
  error: string | undefined
}

/** The pictures of a part, in an order that is changed by dragging or by buttons. */
export function PicturesField({ pictures, onChange, isFirstElsewhere, error }: Props) {
  const id = useId()
  const before = isFirstElsewhere ? 1 : 0
  const room = mostPictures - before - pictures.length
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState('')
  const { problem = error, sending, send } = useSending(onChange, mostPictures - before)

  function move(address: string, to: number) {
    onChange((now) => now.filter((one) => one !== address).toSpliced(to, 0, address))
    setMoved(`Now picture ${to + before + 1} of ${pictures.length + before}`)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{isFirstElsewhere ? 'More pictures' : 'Pictures'}</legend>
      <input type="hidden" name="morePictures" value={sending > 0 ? onTheWay : ''} />
      <p className="sr-only" role="status">
        {moved}
      </p>
      {pictures.length > 0 && (
        <ol className="grid gap-2">
          {pictures.map((address, n) => (
            <li
              key={address}
              className={`flex items-center gap-3 rounded-control border bg-surface p-2 ${dragged === address ? 'border-accent-text' : 'border-line'}`}
              draggable
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData('text/plain', address)
                setDragged(address)
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                if (dragged !== address) move(dragged, n)
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <span className="w-16 flex-none cursor-grab">
                <Thumbnail image={address} />
              </span>
              <span className="min-w-0 flex-1 text-sm">
                {n + before === 0 ? '1, on cards' : n + before + 1}
              </span>
              <PictureButtons
                number={n + before + 1}
                isFirst={n === 0}
                isLast={n === pictures.length - 1}
                canRemove={isFirstElsewhere || pictures.length > 1}
                onMove={(by) => move(address, n + by)}
                onRemove={() => onChange((now) => now.filter((one) => one !== address))}
              />
            </li>
          ))}
        </ol>
      )}
      {room > 0 && <PictureFiles send={send} isInvalid={problem !== undefined} describedBy={`${id}-notes`} />}
      <div id={`${id}-notes`} className="grid gap-1">
        <p className="field-hint" aria-live="polite">
          {sending > 0
            ? `Sending ${countOf(sending, 'picture')} …`
            : `Up to ${mostPictures} in all, in the order in which customers see them: drag them, or use the arrows.`}
        </p>
        {problem && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  )
}

const onTheWay = 'on the way'

/** For the form that has the field. */
export const morePicturesTyped = (value: string) =>
  value === onTheWay ? 'Some pictures are still being sent. Save again in a moment.' : undefined
