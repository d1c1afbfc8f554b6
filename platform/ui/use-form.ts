import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '~/platform/client/api.ts'

type Typed<Name extends string> = Record<Name, string>
type Errors<Name extends string> = Partial<Record<Name, string | undefined>>

type Form<Name extends string> = {
  /** The name of each field and what may be wrong with what was typed into it, beside the others. */
  fields: Record<Name, (typed: string, all: Typed<Name>) => string | undefined>
  send: (typed: Typed<Name>, form: HTMLFormElement) => Promise<void>
}

/**
 * Checks each field, sends, and says what went wrong: by its field until something else is typed there, or as
 * `problem` under the form. `form` is for the form itself, `submit` for a button elsewhere.
 */
export function useForm<Name extends string>({ fields, send }: Form<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const names = Object.keys(fields) as Name[]

  /** False when something is wrong with a field, which says so; rejects with whatever else went wrong. */
  async function submit() {
    const form = element.current!
    const data = new FormData(form)
    const typed = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Typed<Name>
    const showErrors = (wrong: Errors<Name>) => {
      flushSync(() => {
        setProblem(undefined)
        setErrors(wrong)
      })
      const isWrong = names.some((name) => wrong[name])
      if (isWrong) focusFirstError(form)
      return isWrong
    }
    const wrong = names.map((name) => [name, fields[name](typed[name], typed)])
    if (showErrors(Object.fromEntries(wrong) as Errors<Name>)) return false
    setIsSending(true)
    try {
      await send(typed, form)
      return true
    } catch (error) {
      if (error instanceof ApiError && showErrors(error.fields as Errors<Name>)) return false
      throw error
    } finally {
      setIsSending(false)
    }
  }

  async function attempt() {
    try {
      await submit()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return {
    errors,
    problem,
    setProblem,
    isSending,
    submit,
    form: {
      method: 'post' as const,
      ref(form: HTMLFormElement | null) {
        element.current = form
        ownValidation(form)
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        if (!isSending) void attempt()
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

/** As a `ref`: once scripts run, our own messages take over from the browser's; without scripts its checks stay. */
export const ownValidation = (form: HTMLFormElement | null) => {
  if (form) form.noValidate = true
}
