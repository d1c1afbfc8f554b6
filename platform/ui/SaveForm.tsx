import type { ReactNode } from 'react'
import { FormError } from './FormError.tsx'
import type { useForm } from './use-form.ts'

type Props = {
  of: Pick<ReturnType<typeof useForm<string>>, 'form' | 'problem' | 'isSending'>
  /** What the button says. */
  save: string
  className?: string
  children: ReactNode
}

/** Some fields, what went wrong, and one button. */
export const SaveForm = ({ of: { form, problem, isSending }, save, className = '', children }: Props) => (
  <form {...form} className={`grid gap-5 ${className}`}>
    {children}
    <FormError text={problem} />
    <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
      {isSending ? 'Saving…' : save}
    </button>
  </form>
)
