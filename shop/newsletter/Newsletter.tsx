import type { FormEvent } from 'react'
import { useState } from 'react'
import { call } from '~/platform/call.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormOutcome } from '~/platform/ui/FormOutcome.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'

export function Newsletter() {
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email'))
    const problem = emailProblem(email)
    setError(problem)
    if (sending) return
    if (problem) return form.querySelector('input')?.focus()
    setSending(true)
    const subscribed = await post(email)
    setSending(false)
    if (!subscribed) return toast('error', 'Error subscribing to newsletter')
    toast('success', 'Successfully subscribed to newsletter')
    form.reset()
  }

  return (
    <section className="later section" aria-labelledby="newsletter">
      <div className="panel grid gap-6 p-6 sm:p-10 lg:grid-cols-2 lg:items-center">
        <div className="grid gap-2">
          <h2 id="newsletter" className="headline">
            One useful mail a month
          </h2>
          <p className="lead">New parts, seasonal checks and the odd mistake we made so that you need not.</p>
          <FormOutcome
            name="subscribed"
            yes="Successfully subscribed to newsletter"
            no="Error subscribing to newsletter"
          />
        </div>
        <form
          method="post"
          action={urls.newsletter()}
          onSubmit={(event) => void subscribe(event)}
          ref={ownValidation}
          className="grid items-start gap-3 sm:grid-cols-[1fr_auto]"
        >
          <Field label="Email" name="email" type="email" autoComplete="email" error={error} required />
          <button type="submit" className="btn btn-main sm:mt-[1.7rem]" aria-disabled={sending}>
            {sending ? 'Subscribing…' : 'Subscribe'}
          </button>
        </form>
      </div>
    </section>
  )
}

async function post(email: string) {
  try {
    const body = { email: email.trim() }
    return (await call<{ ok: number }>('POST', urls.api.newsletter(body.email), { body })).ok === 1
  } catch {
    return false
  }
}
