import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { useForm } from './use-form.ts'

/** What stood in the way of a form, in red under it, and where that can be mended. */
export const FormError = ({ text, children }: { text: string | undefined; children?: ReactNode }) => (
  <div role="alert" className="empty:hidden">
    {text && (
      <p className="field-error">
        {text} {children}
      </p>
    )}
  </div>
)

type Props = { name: string; yes: string; no: string }

/** What came of a form that was sent without scripts: the server says it in the address. */
export function FormOutcome({ name, yes, no }: Props) {
  const [query] = useSearchParams()
  const outcome = query.get(name)
  if (outcome !== 'yes' && outcome !== 'no') return null
  return (
    <p role="status" className={outcome === 'yes' ? 'font-medium text-success' : 'font-medium text-danger'}>
      {outcome === 'yes' ? yes : no}
    </p>
  )
}

type SaveFormProps = {
  of: Pick<ReturnType<typeof useForm<string>>, 'form' | 'problem' | 'isSending'>
  /** What the button says. */
  save: string
  className?: string
  children: ReactNode
}

/** Some fields, what went wrong, and one button. */
export const SaveForm = ({
  of: { form, problem, isSending },
  save,
  className = '',
  children,
}: SaveFormProps) => (
  <form {...form} className={`grid gap-5 ${className}`}>
    {children}
    <FormError text={problem} />
    <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
      {isSending ? 'Saving…' : save}
    </button>
  </form>
)
