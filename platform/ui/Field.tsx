import type { InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'

type Common = { label: string; error?: string | undefined; hint?: string }

export function Field({ label, error, hint, ...input }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} {...described(id, error, hint)} />
      <Notes id={id} error={error} hint={hint} />
    </div>
  )
}

export function TextField({
  label,
  error,
  hint,
  ...area
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} {...area} {...described(id, error, hint)} />
      <Notes id={id} error={error} hint={hint} />
    </div>
  )
}

type SelectProps = Common & SelectHTMLAttributes<HTMLSelectElement>

/** Its children are the options. */
export function SelectField({ label, error, hint, ...select }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} {...described(id, error, hint)} />
      <Notes id={id} error={error} hint={hint} />
    </div>
  )
}

type Choices = { choices: Readonly<Record<string, string>> }

/** The first choice is what an empty field means. */
export const ChoiceField = ({ choices, ...select }: SelectProps & Choices) => (
  <SelectField {...select}>
    {Object.entries(choices).map(([value, text], n) => (
      <option key={value} value={n === 0 ? '' : value}>
        {text}
      </option>
    ))}
  </SelectField>
)

const described = (id: string, error?: string, hint?: string) => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

function Notes({ id, error, hint }: { id: string; error: string | undefined; hint: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
