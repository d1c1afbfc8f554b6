import { useState } from 'react'
import { toast } from '~/platform/ui/toasts.ts'
import { keptToken } from './kept-token.ts'

/** A link would come without the token, so the file is fetched and then handed to the browser to keep. */
export function ExportButton({ path }: { path: string }) {
  const [isFetching, setIsFetching] = useState(false)
  async function save() {
    setIsFetching(true)
    try {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${keptToken() ?? ''}` } })
      if (!answer.ok) throw new Error(answer.statusText)
      const [, name = 'export.csv'] =
        /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      keep(await answer.blob(), name)
    } catch {
      toast('error', 'The file could not be made. Please try again.')
    }
    setIsFetching(false)
  }
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      aria-disabled={isFetching}
      onClick={() => void (isFetching || save())}
    >
      {isFetching ? 'Exporting…' : 'Export CSV'}
    </button>
  )
}

function keep(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
