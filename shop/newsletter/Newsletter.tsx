import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { api } from '~/platform/client/api.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { FormOutcome } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { newsletterRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'

const thanks = 'Successfully subscribed to newsletter'
const failed = 'Error subscribing to newsletter'

export function Newsletter() {
  const [hint, setHint] = useState<ReactNode>()
  const isAsked = useRouteLoaderData<{ newsletterConfirm: boolean }>('root')?.newsletterConfirm
  const { form, errors, isSending } = useForm({
    fields: { email: emailProblem },
    async send({ email }, sent) {
      if (!(await subscribe(email.trim()))) return void toast('error', failed)
      toast('success', thanks)
      sent.reset()
      // Without it nothing is missing but an offer to see the mail.
      const loaded = await import('~/shop/identity/sign-in/MailboxHint.tsx').catch(() => undefined)
      if (loaded) setHint(<loaded.MailboxHint />)
    },
  })
  return (
    <section className="section" aria-labelledby="newsletter">
      <div className="panel grid gap-6 p-6 sm:p-10 lg:grid-cols-2 lg:items-center">
        <div className="grid gap-2">
          <h2 id="newsletter" className="headline">
            News from the workshop
          </h2>
          <p className="lead">New parts and seasonal checks, by mail. One click in each mail ends it.</p>
          {isAsked && <p className="text-muted">Please confirm by the mail that we send you first.</p>}
          <FormOutcome name="subscribed" yes={thanks} no={failed} />
        </div>
        <form {...form} action={urls.newsletter()} className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
          <Field label="Email" name="email" type="email" autoComplete="email" error={errors.email} required />
          <button type="submit" className="btn btn-main sm:mt-[1.7rem]" aria-disabled={isSending}>
            {isSending ? 'Subscribing…' : 'Subscribe'}
          </button>
        </form>
        {hint}
      </div>
    </section>
  )
}

async function subscribe(email: string) {
  try {
    return (await api(newsletterRoutes.subscribe, { params: { email }, body: { email } })).ok === 1
  } catch {
    return false
  }
}
