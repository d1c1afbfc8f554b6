import { useId, useRef, useState } from 'react'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Product } from '../contract.ts'
import { useSuggestions } from '../header-search/use-suggestions.ts'

type Props = {
  label: string
  /** In a form that says by this name what is wrong. */
  name?: string
  error?: string | undefined
  /** Parts that are chosen already. */
  except: string[]
  isSaving?: boolean
  /** False keeps what was typed. */
  onChoose: (part: Product) => boolean | Promise<boolean>
}

/** For admins: parts as customers find them, each to be chosen. */
export function PartSearch({ label, name = 'q', error, except, isSaving = false, onChoose }: Props) {
  const [q, setQ] = useState('')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useSuggestions(q.trim())
  const parts = (found?.products ?? []).filter(({ _id }) => !except.includes(_id))
  async function choose(part: Product) {
    if (!(await onChoose(part))) return
    setQ('')
    input.current?.focus()
  }
  return (
    <div className="grid gap-2">
      <SearchInput
        id={id}
        ref={input}
        name={name}
        label={label}
        value={q}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => {
          // The form around it is not sent by who looks for a part.
          if (event.key === 'Enter') event.preventDefault()
        }}
        placeholder="Name or number of a part"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <p role="status" className={found && parts.length === 0 ? 'text-sm text-muted' : 'sr-only'}>
        {found && (parts.length === 0 ? 'No other part is called so.' : `Found: ${parts.length}`)}
      </p>
      {parts.length > 0 && (
        <ul aria-label="Found parts" className="grid gap-2">
          {parts.map((part) => (
            <li key={part._id}>
              <button
                type="button"
                className="choice-link w-full text-left"
                disabled={isSaving}
                onClick={() => void choose(part)}
              >
                <span className="min-w-0 flex-1 font-medium">{part.productName}</span>
                <Icon name="plus" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
