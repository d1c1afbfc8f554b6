import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { managedContactRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { MessageThread } from '../contract.ts'
import { longestMessageAnswer } from '../thread-rules.ts'

type Props = { message: MessageThread; onChanged: () => Promise<void> }

const answerProblem = (typed: string) => {
  if (!typed.trim()) return 'Answer is required'
  return typed.trim().length > longestMessageAnswer ? `At most ${longestMessageAnswer} characters` : undefined
}

/** What is typed stays where somebody else was faster, and their answer appears above. */
export function AnswerForm({ message: { _id, email, answers, repliesTo }, onChanged }: Props) {
  const params = { id: _id }
  const seen = answers.length
  const [isMarking, setIsMarking] = useState(false)
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: { answer: answerProblem },
    async send({ answer }, sent) {
      await withOthers(() => authApi(managedContactRoutes.answerMessage, { params, body: { answer, seen } }))
      sent.reset()
      toast('success', 'The answer is sent')
      await onChanged()
    },
  })

  async function withOthers(send: () => Promise<unknown>) {
    try {
      setProblem(undefined)
      await send()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await onChanged()
      throw error
    }
  }

  async function markAnswered() {
    if (isMarking) return
    setIsMarking(true)
    try {
      await withOthers(() => authApi(managedContactRoutes.answerElsewhere, { params, body: { seen } }))
      toast('success', 'Marked as answered')
      await onChanged()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setIsMarking(false)
    }
  }

  return (
    <form {...form} className="panel grid gap-4 p-4 md:p-6" aria-labelledby="by-mail">
      <h2 id="by-mail" className="text-[18px]">
        Answer by mail
      </h2>
      <TextField
        label="Answer"
        name="answer"
        rows={7}
        required
        maxLength={longestMessageAnswer}
        error={errors.answer}
        hint={`Mailed to ${email}, with the message below it. What they reply arrives at ${repliesTo}, not here.`}
      />
      <FormError text={problem} />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Send answer'}
        </button>
        <button
          type="button"
          className="btn btn-quiet"
          aria-disabled={isMarking}
          onClick={() => void markAnswered()}
        >
          Answered elsewhere
        </button>
      </p>
    </form>
  )
}
