import type { DragEvent } from 'react'
import { useId, useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { acceptedTypes } from './rules.ts'
import type { Picture, PictureBy } from './use-picture.ts'

type Props = { picture: Picture; error: string | undefined; label?: string }

const sources: [PictureBy, string][] = [
  ['file', 'Upload a file'],
  ['address', 'Give an address'],
]

export function PictureField({ picture, error, label = 'Image' }: Props) {
  const id = useId()
  const { by, chosen, progress } = picture
  const errorOfThis = useErrorOf(chosen, error)
  const problem = chosen.problem ?? errorOfThis
  const described = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': `${id}-notes` }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {sources.map(([source, text]) => (
          <label key={source} className="choice text-sm">
            <input
              type="radio"
              name="imageBy"
              className="sr-only"
              checked={by === source}
              onChange={() => picture.switchTo(source)}
            />
            {text}
          </label>
        ))}
      </div>
      {by === 'file' ? (
        <DropZone picture={picture} described={described} />
      ) : (
        <input
          type="url"
          aria-label="Address of the picture"
          placeholder="https://…"
          className="input"
          value={chosen.address}
          onChange={(event) => picture.type(event.currentTarget.value)}
          {...described}
        />
      )}
      {by === 'address' && chosen.storedUrl && (
        <img src={chosen.storedUrl} alt="" className="h-40 rounded-card object-cover" />
      )}
      {progress !== undefined && <Progress part={progress} />}
      <div id={`${id}-notes`} className="grid gap-1">
        <p className="field-hint">
          {by === 'file'
            ? 'PNG, JPEG, WebP, AVIF or GIF, at most 5 MiB. 4:3 looks best.'
            : chosen.isToCome
              ? 'The other site does not answer now: the shop fetches the picture later.'
              : 'The shop keeps a copy of its own, so it stays when the other site is gone.'}
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

/** An error belongs to the picture chosen at that time; another choice clears it. */
function useErrorOf(chosen: Picture['chosen'], error: string | undefined) {
  const [seen, setSeen] = useState({ chosen, error })
  if (seen.error !== error) setSeen({ chosen, error })
  return seen.error === error && seen.chosen !== chosen ? undefined : error
}

type ZoneProps = { picture: Picture; described: object }

function DropZone({ picture, described }: ZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const { file, preview } = picture.chosen
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    picture.choose(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the field inside works without it
    <div onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      <label className={`drop-zone ${isOver ? 'drop-zone-over' : ''}`}>
        <input
          type="file"
          accept={acceptedTypes}
          className="sr-only"
          aria-label="Picture file"
          onChange={(event) => {
            picture.choose(event.currentTarget.files?.[0])
            // Otherwise choosing the same file again would fire no event.
            event.currentTarget.value = ''
          }}
          {...described}
        />
        {preview ? (
          <img src={preview} alt="" className="h-40 max-w-full rounded-control object-contain" />
        ) : (
          <span className="text-[28px] text-muted">
            <Icon name="picture" />
          </span>
        )}
        <span className="text-sm text-muted">
          {file ? `${file.name} – drop or choose another` : 'Drop a picture here, or choose a file'}
        </span>
      </label>
    </div>
  )
}

const Progress = ({ part }: { part: number }) => (
  <div className="grid gap-1 text-sm text-muted">
    <progress className="progress-bar" max={1} value={part} aria-label="Upload" />
    <span aria-live="polite">
      {part < 1 ? `Sending picture, ${Math.round(part * 100)} %` : 'Preparing picture…'}
    </span>
  </div>
)
