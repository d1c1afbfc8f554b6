import type { ReactNode } from 'react'
import { Field } from '~/platform/ui/Field.tsx'
import { toast } from '~/platform/ui/toasts.ts'

type Props = { label: string; secret: string; onDone: () => void; children: ReactNode }

/** What nobody is told a second time. */
export function ShownOnce({ label, secret, onDone, children }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toast('success', 'Copied')
    } catch {
      toast('error', 'Your browser does not let us copy. Mark it and copy it yourself.')
    }
  }
  return (
    <div className="grid gap-5">
      <p className="text-muted">{children}</p>
      <Field
        label={label}
        value={secret}
        readOnly
        autoFocus
        className="font-mono"
        onFocus={({ target }) => target.select()}
        hint="Copy it now: it is shown this once. The shop stores nothing that it could be read from."
      />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-main" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          I have it
        </button>
      </div>
    </div>
  )
}
