import type { DragEvent } from 'react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '~/platform/client/api.ts'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { acceptedTypes } from '~/shop/images/rules.ts'
import { problemOfFile, sendPicture } from '~/shop/images/use-picture.ts'
import { mostPictures } from '../../pictures.ts'
import { Thumbnail } from '../../product/ProductPicture.tsx'

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

type PictureButtonsProps = {
  number: number
  isFirst: boolean
  isLast: boolean
  canRemove: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** What dragging does, for the keyboard and for fingers. */
function PictureButtons({ number, isFirst, isLast, canRemove, onMove, onRemove }: PictureButtonsProps) {
  const mover = (by: -1 | 1, isAtEnd: boolean) => (
    <button
      type="button"
      className="icon-button aria-disabled:cursor-default aria-disabled:opacity-40"
      aria-label={`Move picture ${number} ${by < 0 ? 'earlier' : 'later'}`}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return
        flushSync(() => onMove(by))
        // A row that changes its place loses the focus.
        currentTarget.focus()
      }}
    >
      <span className={by < 0 ? 'rotate-90' : '-rotate-90'}>
        <Icon name="back" />
      </span>
    </button>
  )
  return (
    <span className="flex flex-none">
      {mover(-1, isFirst)}
      {mover(1, isLast)}
      {canRemove && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove picture ${number}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}

type PictureFilesProps = { send: (files: File[]) => void; isInvalid: boolean; describedBy: string }

/** Takes several files at once, dropped or chosen. */
function PictureFiles({ send, isInvalid, describedBy }: PictureFilesProps) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    send([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the field inside works without it
    <div onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <label className={`drop-zone min-h-20 ${isOver ? 'drop-zone-over' : ''}`}>
        <input
          type="file"
          multiple
          accept={acceptedTypes}
          className="sr-only"
          aria-label="Files of more pictures"
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => {
            send([...(currentTarget.files ?? [])])
            // Otherwise choosing the same file again would fire no event.
            currentTarget.value = ''
          }}
        />
        <span className="text-sm text-muted">Drop more pictures here, or choose files</span>
      </label>
    </div>
  )
}

type ChangePictures = (change: (pictures: string[]) => string[]) => void

/** Sends files as soon as they are chosen; those that no product shows in the end are deleted after a day. */
function useSending(onChange: ChangePictures, most: number) {
  const [sending, setSending] = useState(0)
  const [problem, setProblem] = useState<string>()

  async function sendOne(file: File) {
    const wrong = await problemOfFile(file)
    if (wrong) return setProblem(`${file.name}: ${wrong}`)
    try {
      const address = await sendPicture(file, () => undefined)
      onChange((now) => [...new Set([...now, address])].slice(0, most))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(`${file.name}: ${error.message}`)
    }
  }

  async function send(chosen: File[]) {
    const files = chosen.slice(0, most)
    setProblem(undefined)
    setSending((now) => now + files.length)
    // One after the other, so that they stand in the order in which they were chosen.
    for (const file of files) await sendOne(file).finally(() => setSending((now) => now - 1))
  }

  return { sending, problem, send: (files: File[]) => void send(files) }
}
