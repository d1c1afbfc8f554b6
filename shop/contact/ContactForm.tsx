import type { FormEvent } from 'react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { emailProblem } from '~/platform/email.ts'
import { Field, TextField } from '~/platform/ui/Field.tsx'
import { FormOutcome } from '~/platform/ui/FormOutcome.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { postJson } from '~/platform/ui/post-json.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import type { ContactMessage } from './contract.ts'
import { messageProblem } from './rules.ts'

type Errors = Partial<Record<keyof ContactMessage, string | undefined>>

const thanks = 'Message sent. We will answer by email.'

export function ContactForm() {
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setIsSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wish = typedIn(form)
    const wrong = { email: emailProblem(wish.email), message: messageProblem(wish.message) }
    if (wrong.email || wrong.message) return complain(form, wrong)
    if (isSending) return
    setIsSending(true)
    const problem = await postJson(urls.api.contact(), wish)
    setIsSending(false)
    if (problem) {
      toast('error', problem.message)
      return complain(form, problem.fields ?? {})
    }
    setErrors({})
    form.reset()
    toast('success', thanks)
  }

  function complain(form: HTMLFormElement, wrong: Errors) {
    flushSync(() => setErrors(wrong))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <form
      method="post"
      action={urls.contact()}
      ref={ownValidation}
      onSubmit={(event) => void send(event)}
      aria-labelledby="write-to-us"
      className="panel grid content-start gap-5 p-6 sm:p-8"
    >
      <h2 id="write-to-us" className="text-[28px]">
        Write to us
      </h2>
      <FormOutcome
        name="sent"
        yes={thanks}
        no="Your message was not sent. Check both fields and try again."
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errors.email}
        hint="Only to answer you."
        onInput={() => setErrors(({ message }) => ({ message }))}
      />
      <TextField
        label="Message"
        name="message"
        rows={7}
        required
        error={errors.message}
        hint="Model, year and what you need help with."
        onInput={() => setErrors(({ email }) => ({ email }))}
      />
      <button type="submit" className="btn btn-main" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send'}
      </button>
    </form>
  )
}

function typedIn(form: HTMLFormElement): ContactMessage {
  const typed = new FormData(form)
  return { email: String(typed.get('email')), message: String(typed.get('message')) }
}
