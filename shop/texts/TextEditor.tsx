import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { imageRoutes } from '~/shop/account-routes.ts'
import { managedTextsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { acceptedTypes } from '~/shop/images/rules.ts'
import { postPicture, problemOfFile } from '~/shop/images/send-picture.ts'
import { Markdown } from './Markdown.tsx'

type Props = {
  label: string
  text: string
  onText: (text: string) => void
  maxLength: number
  error: string | undefined
  /** What is to be seen of the text beside how a page shows it. */
  beside?: (nodes: MarkdownNode[]) => ReactNode
}

/** A field for Markdown, which shows how the text will look and takes pictures. */
export function TextEditor({ label, text, onText, maxLength, error, beside }: Props) {
  const [preview, setPreview] = useState<MarkdownNode[]>()
  const field = useRef<HTMLDivElement>(null)
  const show = async () => {
    try {
      setPreview((await authApi(managedTextsRoutes.previewText, { body: { markdown: text } })).nodes)
    } catch (error) {
      toastError(error)
    }
  }
  function insert(words: string) {
    const at = field.current?.querySelector('textarea')?.selectionStart ?? text.length
    onText(`${text.slice(0, at)}${words}${text.slice(at)}`)
  }
  return (
    <div ref={field} className="grid gap-3">
      <TextField
        label={label}
        name="markdown"
        rows={20}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onText(target.value)}
        error={error}
        hint="Markdown: # begins a heading, - an item of a list, **bold**, [words](address)."
      />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => void show()}>
          Preview
        </button>
        <AddPicture onAdded={insert} />
      </div>
      {preview && (
        <section aria-label="Preview" className="rounded-card border border-line p-5">
          <Markdown nodes={preview} />
          {beside?.(preview)}
        </section>
      )}
    </div>
  )
}

/** Its words are asked for at once: without them it would not be shown. */
function AddPicture({ onAdded }: { onAdded: (markdown: string) => void }) {
  const [file, setFile] = useState<File>()
  const [isSending, setIsSending] = useState(false)
  const [words, setWords] = useState('')
  async function choose(chosen: File | undefined) {
    const problem = chosen && (await problemOfFile(chosen))
    if (problem) return toast('error', problem)
    setFile(chosen)
  }
  async function add() {
    if (!file || !words.trim() || isSending) return
    setIsSending(true)
    try {
      const address = await postPicture(imageRoutes.storeImage.path, file, () => {})
      onAdded(`\n\n![${words.trim().replace(/[[\]\n]/g, ' ')}](${address})\n\n`)
      setFile(undefined)
      setWords('')
    } catch (error) {
      toastError(error)
    } finally {
      setIsSending(false)
    }
  }
  if (!file)
    return (
      <label className="btn btn-quiet cursor-pointer focus-within:outline-2">
        Add a picture
        <input
          type="file"
          accept={acceptedTypes}
          className="sr-only"
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
      </label>
    )
  return (
    <div className="grid w-full gap-2 sm:flex sm:items-end">
      <div className="grid flex-1 gap-1.5">
        <label htmlFor="picture-words" className="text-sm font-medium">
          What {file.name} shows, for those who do not see it
        </label>
        <input
          id="picture-words"
          className="input"
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <button
        type="button"
        className="btn btn-quiet"
        aria-disabled={isSending || !words.trim()}
        onClick={() => void add()}
      >
        {isSending ? 'Sending…' : 'Put it in'}
      </button>
    </div>
  )
}

type Versions = { list: { key: number; name: string; onTake: () => void }[]; children?: ReactNode }

/** What a text said before. */
export const TextVersions = ({ list }: Versions) => (
  <section aria-labelledby="versions" className="panel grid gap-3 p-5 shadow-none sm:p-8">
    <h2 id="versions" className="text-[22px]">
      Versions
    </h2>
    <p className="text-sm text-muted">
      To go back to one, put it into the editor and save. Nothing is lost: that makes a new version.
    </p>
    <ul className="grid divide-y divide-line">
      {list.map(({ key, name, onTake }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-3 py-2">
          <span>{name}</span>
          <button type="button" className="btn btn-quiet btn-small" onClick={onTake}>
            Put into the editor<span className="sr-only">: {name}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)

export type Theirs = { version: number; by: string; markdown: string }

type ConflictProps = { theirs: Theirs; onTakeTheirs: () => void; onKeepMine: () => void }

/** Two have saved: the text of the other one beside the own, which is still in the editor. */
export const TextConflict = ({ theirs, onTakeTheirs, onKeepMine }: ConflictProps) => (
  <section aria-label="Saved by somebody else" className="panel grid gap-3 border-warn p-5 shadow-none">
    <h2 className="text-[20px]">What {theirs.by} has saved meanwhile</h2>
    <pre className="max-h-96 overflow-auto rounded-control bg-sunken p-4 font-mono text-[13px] whitespace-pre-wrap">
      {theirs.markdown}
    </pre>
    <p className="text-sm text-muted">
      Your own text is still in the editor. Whichever you save, the other one stays a version.
    </p>
    <div className="flex flex-wrap gap-3">
      <button type="button" className="btn btn-quiet" onClick={onKeepMine}>
        Go on with mine
      </button>
      <button type="button" className="btn btn-quiet" onClick={onTakeTheirs}>
        Put theirs into the editor
      </button>
    </div>
  </section>
)
