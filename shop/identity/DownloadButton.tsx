import { useState } from 'react'
import { saveFile } from '~/platform/ui/save-file.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { storedToken } from './session/stored-token.ts'

type Props = { path: string; text: string; busy: string; className?: string }

/** A link would come without the token, so the file is fetched and then handed to the browser to keep. */
export function DownloadButton({ path, text, busy, className = '' }: Props) {
  const [isFetching, setIsFetching] = useState(false)
  async function save() {
    setIsFetching(true)
    try {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${storedToken() ?? ''}` } })
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
    </button>
  )
}
