import { api } from '~/platform/client/api.ts'
import { emailProblem } from '~/platform/email.ts'
import { Field, TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { FormOutcome } from '~/platform/ui/FormOutcome.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { contactRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { messageProblem } from './rules.ts'

const thanks = 'Message sent. We will answer by email.'

export function ContactForm() {
  const { form, errors, problem, isSending } = useForm({
    fields: { email: emailProblem, message: messageProblem },
    async send(message, sent) {
      await api(contactRoutes.sendMessage, { body: message })
      sent.reset()
      toast('success', thanks)
    },
  })
  return (
    <form
      {...form}
      action={urls.contact()}
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
      />
      <TextField
        label="Message"
        name="message"
        rows={7}
        required
        error={errors.message}
        hint="Model, year and what you need help with."
      />
      <button type="submit" className="btn btn-main" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send'}
      </button>
      <FormError text={problem} />
    </form>
  )
}
