import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { longestMessage, messageProblem, thanks } from './rules.ts'
import { sendMyMessage } from './send-my-message.ts'

type Props = { id: string; email: string }

/** The contact form for somebody whom we know, about a purchase of theirs. */
export function PurchaseMessage({ id, email }: Props) {
  const { form, errors, problem, isSending } = useForm({
    fields: { message: messageProblem },
    async send({ message }, sent) {
      await sendMyMessage({ email, message, purchaseId: id })
      sent.reset()
      toast('success', thanks)
    },
  })
  return (
    <form {...form} className="panel grid gap-4 p-4 md:p-6" aria-labelledby="write-to-us">
      <h2 id="write-to-us" className="text-[18px]">
        Write to us about this purchase
      </h2>
      <TextField
        label="Message"
        name="message"
        rows={3}
        required
        maxLength={longestMessage}
        error={errors.message}
        hint={`We know which purchase it is. The answer goes to ${email}.`}
      />
      <FormError text={problem} />
      <button type="submit" className="btn btn-quiet justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send'}
      </button>
    </form>
  )
}
