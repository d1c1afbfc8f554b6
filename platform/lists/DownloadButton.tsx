import { useState } from 'react'
import { toast } from '~/platform/ui/toasts.ts'

type Props = {
  download: () => Promise<Response>
  text: string
  /** Which one, where there are several: for who cannot see what it stands beside. */
  of?: string
  busy: string
  className?: string
}

/** For files that need the caller's token: a plain link would send none. */
export function DownloadButton({ download, text, of, busy, className = '' }: Props) {
  const [isFetching, setIsFetching] = useState(false)
  async function save() {
    setIsFetching(true)
    try {
      const answer = await download()
      if (!answer.ok) throw new Error(answer.statusText)
      const [, name = 'export'] =
        /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      saveFile(name, await answer.blob())
    } catch {
      toast('error', 'The file could not be created. Please try again.')
    }
    setIsFetching(false)
  }
  return (
    <button
      type="button"
      className={`btn btn-quiet ${className}`}
      aria-disabled={isFetching}
      onClick={() => void (isFetching || save())}
    >
      {isFetching ? busy : text}
      {of && <span className="sr-only"> of {of}</span>}
    </button>
  )
}

export const ExportButton = ({ download }: Pick<Props, 'download'>) => (
  <DownloadButton download={download} text="Export CSV" busy="Exporting…" className="btn-small" />
)

/** Downloads a file. */
export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Not at once: some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
