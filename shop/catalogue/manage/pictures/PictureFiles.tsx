import type { DragEvent } from 'react'
import { useState } from 'react'
import { acceptedTypes } from '~/shop/images/rules.ts'

type Props = { send: (files: File[]) => void; isInvalid: boolean; describedBy: string }

/** Takes several files at once, dropped or chosen. */
export function PictureFiles({ send, isInvalid, describedBy }: Props) {
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
