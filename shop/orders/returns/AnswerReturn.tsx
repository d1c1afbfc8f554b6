import { useRef } from 'react'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { returnRoutes } from '~/shop/routes.ts'
import type { ListedReturn } from './contract.ts'
import { longestNote, whereMissing, whyMissing } from './return-rules.ts'

type Props = { it: ListedReturn; number: string; onChanged: () => void }
type Answer = 'accept' | 'decline'

/** A yes says where to send it, which is known as a rule; a no says why. */
export function AnswerReturn({ it: { _id: id, sendTo }, number, onChanged }: Props) {
  const whereTo = sendTo && `Please send it to:\n${sendTo}`
  /** By the button that was pressed. */
  const chosen = useRef<Answer>('accept')
  const { form, errors, problem, isSending } = useForm({
    fields: {
      answer(typed: string) {
        if (chosen.current === 'accept') return typed.trim() ? undefined : whereMissing
        return typed.trim() && typed.trim() !== whereTo ? undefined : whyMissing
      },
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
        rows={4}
        defaultValue={whereTo}
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
