import type { DragEvent } from 'react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '~/platform/client/api.ts'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { acceptedTypes } from '~/shop/images/rules.ts'
import type { PictureTile, usePictures } from '~/shop/images/use-pictures.ts'
import { isOnItsWay } from '~/shop/images/use-pictures.ts'
import { mostPictures } from '../../pictures.ts'
import { Thumbnail } from '../../product/ProductPicture.tsx'

export type Pictures = ReturnType<typeof usePictures>

type Props = { pictures: Pictures; error: string | undefined; hint?: string | undefined }

const sources: [Pictures['by'], string][] = [
  ['file', 'Upload a file'],
  ['address', 'Give an address'],
]

/** The pictures of a part, sent as soon as they are chosen, in an order that is changed by dragging or by buttons. */
export function PicturesField({ pictures, error, hint }: Props) {
  const id = useId()
  const { tiles, by, typed, refused, isFull } = pictures
  const [addressProblem, setAddressProblem] = useState<string>()
  const problem = useErrorOf(
    `${by} ${typed} ${tiles.map(({ key, problem }) => (problem ? `${key}!` : key)).join()}`,
    addressProblem ?? error,
  )
  const problems = problem ? [...refused, problem] : refused
  const described = { 'aria-invalid': problems.length > 0 || undefined, 'aria-describedby': `${id}-notes` }
  async function addTyped() {
    setAddressProblem(undefined)
    try {
      await pictures.addTyped()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setAddressProblem(failure.message)
    }
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-[18px] font-semibold">Pictures</legend>
      {/* What the form checks and compares; those below of the same name clear what was wrong with it. */}
      <input
        type="hidden"
        name="image"
        value={[...tiles.map(({ key, address }) => address ?? key), typed.trim()].join(' ').trim()}
      />
      <PictureTiles pictures={pictures} />
      {!isFull && (
        <>
          <div className="grid grid-cols-2 gap-2">
            {sources.map(([source, text]) => (
              <label key={source} className="choice text-sm">
                <input
                  type="radio"
                  name="image"
                  value={source}
                  className="sr-only"
                  checked={by === source}
                  onChange={() => pictures.setBy(source)}
                />
                {text}
              </label>
            ))}
          </div>
          {by === 'file' ? (
            <PictureFiles add={pictures.add} described={described} />
          ) : (
            <div className="flex gap-2">
              <input
                type="url"
                name="image"
                aria-label="Address of the picture"
                placeholder="https://…"
                className="input"
                value={typed}
                onChange={({ target }) => pictures.setTyped(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  void addTyped()
                }}
                {...described}
              />
              <button type="button" className="btn btn-quiet flex-none" onClick={() => void addTyped()}>
                Add picture
              </button>
            </div>
          )}
        </>
      )}
      <div id={`${id}-notes`} className="grid gap-1">
        <p className="field-hint">
          {by === 'file'
            ? `PNG, JPEG, WebP, AVIF or GIF, at most 5 MiB. 4:3 looks best. Up to ${mostPictures}; the first is the one on cards.`
            : 'The shop keeps a copy of its own, so it stays when the other site is gone.'}
        </p>
        {hint && <p className="field-hint">{hint}</p>}
        {problems.map((text) => (
          <p key={text} className="field-error" role="alert">
            {text}
          </p>
        ))}
      </div>
    </fieldset>
  )
}

/** An error belongs to the pictures of that time; another choice clears it. */
function useErrorOf(chosen: string, error: string | undefined) {
  const [seen, setSeen] = useState({ chosen, error })
  if (seen.error !== error) setSeen({ chosen, error })
  return seen.error === error && seen.chosen !== chosen ? undefined : error
}

function PictureTiles({ pictures }: { pictures: Pictures }) {
  const { tiles, move, remove, retry } = pictures
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState('')
  function moveTo(key: number, to: number) {
    move(key, to)
    setMoved(`Now picture ${to + 1} of ${tiles.length}`)
  }
  const onTheWay = tiles.filter(isOnItsWay).length
  return (
    <>
      <p className="sr-only" role="status">
        {moved || (onTheWay > 0 && `Sending ${countOf(onTheWay, 'picture')}`)}
      </p>
      {tiles.length > 0 && (
        <ol className="grid gap-2">
          {tiles.map((tile, n) => (
            <li
              key={tile.key}
              className={`flex flex-wrap items-center gap-x-3 rounded-control border bg-surface p-2 ${dragged === tile.key ? 'border-accent-text' : 'border-line'}`}
              draggable
              onDragStart={({ dataTransfer }) => {
                dataTransfer.setData('text/plain', tile.name)
                setDragged(tile.key)
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                if (dragged !== tile.key) moveTo(dragged, n)
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <span className="w-16 flex-none cursor-grab">
                <TilePicture tile={tile} />
              </span>
              <span className="grid min-w-36 flex-1 gap-1 text-sm">
                <span className="truncate">
                  {n + 1}
                  {n === 0 && ', on cards'}
                  {tile.name && <span className="text-muted"> · {tile.name}</span>}
                </span>
                <TileState tile={tile} onRetry={() => retry(tile.key)} />
              </span>
              <PictureButtons
                number={n + 1}
                isFirst={n === 0}
                isLast={n === tiles.length - 1}
                onMove={(by) => moveTo(tile.key, n + by)}
                onRemove={() => remove(tile.key)}
              />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function TilePicture({ tile: { address, preview } }: { tile: PictureTile }) {
  if (address) return <Thumbnail image={address} />
  const place = 'aspect-4/3 w-full rounded-control'
  if (preview) return <img src={preview} alt="" className={`photo ${place}`} />
  return (
    <span className={`grid place-items-center bg-sunken text-muted ${place}`}>
      <Icon name="picture" />
    </span>
  )
}

function TileState({ tile, onRetry }: { tile: PictureTile; onRetry: () => void }) {
  const { progress, problem, canRetry, isToCome } = tile
  if (problem)
    return (
      <span className="field-error flex flex-wrap items-center gap-x-3" role="alert">
        <span>
          {tile.name}: {problem}
        </span>
        {canRetry && (
          <button type="button" className="text-link min-h-11" onClick={onRetry}>
            Send again<span className="sr-only"> {tile.name}</span>
          </button>
        )}
      </span>
    )
  if (progress !== undefined)
    return (
      <>
        <progress className="progress-bar" max={1} value={progress} aria-label={`Upload of ${tile.name}`} />
        <span className="text-[13px] text-muted">
          {progress < 1 ? `Sending picture, ${Math.round(progress * 100)} %` : 'Preparing picture…'}
        </span>
      </>
    )
  return isToCome ? (
    <span className="text-[13px] text-muted">
      The other site does not answer now: the shop fetches the picture later.
    </span>
  ) : null
}

type PictureButtonsProps = {
  number: number
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** What dragging does, for the keyboard and for fingers. */
function PictureButtons({ number, isFirst, isLast, onMove, onRemove }: PictureButtonsProps) {
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
    <span className="ml-auto flex flex-none">
      {mover(-1, isFirst)}
      {mover(1, isLast)}
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove picture ${number}`}
        onClick={({ currentTarget }) => {
          const fieldset = currentTarget.closest('fieldset')!
          flushSync(onRemove)
          const buttons = [...fieldset.querySelectorAll<HTMLElement>('[aria-label^="Remove picture"]')]
          const next =
            buttons[Math.min(number, buttons.length) - 1] ??
            fieldset.querySelector('input:not([type=hidden])')
          ;(next as HTMLElement | null)?.focus()
        }}
      >
        <Icon name="close" />
      </button>
    </span>
  )
}

type PictureFilesProps = { add: (files: File[]) => void; described: object }

/** Takes several files at once, dropped or chosen. */
function PictureFiles({ add, described }: PictureFilesProps) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the field inside works without it
    <div onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <label className={`drop-zone min-h-20 ${isOver ? 'drop-zone-over' : ''}`}>
        <input
          type="file"
          name="image"
          multiple
          accept={acceptedTypes}
          className="sr-only"
          aria-label="Picture file"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Otherwise choosing the same file again would fire no event.
            currentTarget.value = ''
          }}
          {...described}
        />
        <span className="text-[28px] text-muted">
          <Icon name="picture" />
        </span>
        <span className="text-sm text-muted">Drop pictures here, or choose files</span>
      </label>
    </div>
  )
}
