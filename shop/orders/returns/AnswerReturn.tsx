import { useRef } from 'react'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { longestNote } from './return-rules.ts'
import { returnRoutes } from './routes.ts'

type Props = { id: string; number: string; onChanged: () => void }
type Answer = 'accept' | 'decline'

/** A yes may do without words, a no may not. */
export function AnswerReturn({ id, number, onChanged }: Props) {
  /** By the button that was pressed. */
  const chosen = useRef<Answer>('accept')
  const { form, errors, problem, isSending } = useForm({
    fields: {
      answer: (typed: string) => (chosen.current === 'decline' && !typed.trim() ? 'Say why' : undefined),
    },
    async send(body) {
      const isAccepted = chosen.current === 'accept'
      if (isAccepted) await authApi(returnRoutes.acceptReturn, { params: { id }, body })
      else await authApi(returnRoutes.declineReturn, { params: { id }, body })
      toast('success', isAccepted ? 'Accepted' : 'Declined')
      onChanged()
    },
  })
  const button = (answer: Answer, text: string) => (
    <button
      type="submit"
      className={`btn btn-small ${answer === 'accept' ? 'btn-main' : 'btn-quiet'}`}
      aria-disabled={isSending}
      onClick={() => {
        chosen.current = answer
      }}
    >
      {text}
      <span className="sr-only"> {number}</span>
    </button>
  )
  return (
    <form {...form} className="grid gap-3" aria-label={`Answer ${number}`}>
      <TextField
        label="Words to the customer"
        name="answer"
        rows={2}
        maxLength={longestNote}
        hint="Where it should be sent, or why not."
        error={errors.answer}
      />
      <FormError text={problem} />
      <p className="flex gap-2">
        {button('accept', 'Accept')}
        {button('decline', 'Decline')}
      </p>
    </form>
  )
}
