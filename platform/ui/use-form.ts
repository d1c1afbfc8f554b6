import type { FormEvent } from 'react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '~/platform/client/api.ts'
import { ownValidation } from './own-validation.ts'

type Typed<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string | undefined>>

type Form<Name extends string> = {
  /** The name of each field and what may be wrong with what was typed into it. */
  fields: Record<Name, (typed: string) => string | undefined>
  send: (typed: Typed<Name>, form: HTMLFormElement) => Promise<void>
}

/**
 * Checks each field, sends, and says what went wrong: by its field until something else is typed there, or as
 * `problem` under the form. `form` is for the form itself.
 */
export function useForm<Name extends string>({ fields, send }: Form<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const names = Object.keys(fields) as Name[]

  async function attempt(form: HTMLFormElement) {
    const data = new FormData(form)
    const typed = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Typed<Name>
    const wrong = Object.fromEntries(names.map((name) => [name, fields[name](typed[name])])) as Errors<Name>
    flushSync(() => {
      setProblem(undefined)
      setErrors(wrong)
    })
    if (names.some((name) => wrong[name])) return focusFirstError(form)
    setIsSending(true)
    try {
      await send(typed, form)
    } catch (error) {
      complain(form, error)
    } finally {
      setIsSending(false)
    }
  }

  function complain(form: HTMLFormElement, error: unknown) {
    if (!(error instanceof ApiError)) throw error
    const known = names.some((name) => error.fields[name])
    flushSync(() => {
      if (known) setErrors(error.fields as Errors<Name>)
      else setProblem(error.message)
    })
    if (known) focusFirstError(form)
  }

  return {
    errors,
    problem,
    setProblem,
    isSending,
    form: {
      method: 'post' as const,
      ref: ownValidation,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!isSending) void attempt(event.currentTarget)
      },
      onInput({ target }: FormEvent) {
        const { name } = target as HTMLInputElement
        if (errors[name as Name]) setErrors((now) => ({ ...now, [name]: undefined }))
      },
    },
  }
}

const focusFirstError = (form: HTMLFormElement) =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
