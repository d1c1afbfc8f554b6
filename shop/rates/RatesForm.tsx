import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import type { Problems } from './AreaFields.tsx'

/** A form that is saved whole: what is wrong is said where it stands, and nothing that was typed is lost. */
export function useRatesForm(save: () => Promise<unknown>) {
  const { revalidate } = useRevalidator()
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<{ text: string; isStale: boolean }>()
  const [isSending, setIsSending] = useState(false)

  async function send() {
    setIsSending(true)
    setProblem(undefined)
    setProblems({})
    try {
      await save()
      toast('success', 'Settings saved')
      await revalidate()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(error.fields as Problems)
      setProblem({ text: error.message, isStale: error.reason === 'changed_meanwhile' })
    } finally {
      setIsSending(false)
    }
  }
  return {
    problems,
    problem,
    isSending,
    reload: () => void revalidate(),
    onSubmit(event: FormEvent) {
      event.preventDefault()
      if (!isSending) void send()
    },
  }
}

type RatesFormProps = { of: ReturnType<typeof useRatesForm>; children: ReactNode }

export const RatesForm = ({ of: { onSubmit, problem, reload, isSending }, children }: RatesFormProps) => (
  <form className="grid gap-6" onSubmit={onSubmit} noValidate>
    {children}
    <FormError text={problem?.text}>
      {problem?.isStale && (
        <button type="button" className="text-link" onClick={reload}>
          Show what is saved now
        </button>
      )}
    </FormError>
    <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
      {isSending ? 'Saving…' : 'Save'}
    </button>
  </form>
)

export const Group = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <fieldset className="grid gap-3 rounded-card border border-line p-4 sm:p-5">
    <legend className="px-1 font-display text-lg font-bold">{title}</legend>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    {children}
  </fieldset>
)

/** Dollars or kilograms as they are typed; undefined for nothing, -1 for what is no amount: the server then says so. */
export function amountIn(typed: string, perUnit: number) {
  const text = typed.trim().replace(',', '.')
  if (!text) return undefined
  return /^\d+(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * perUnit) : -1
}

export const amountText = (amount: number | undefined, perUnit: number, decimals: number) =>
  amount === undefined ? '' : (amount / perUnit).toFixed(decimals)
