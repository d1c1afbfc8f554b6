import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { questionRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { contactProblem } from '../public-text.ts'
import { longestPartQuestion, shortestQuestion, tooShort } from './rules.ts'

type Props = {
  productId: string
  car: { vehicleId: string; name: string } | undefined
  onDone: () => void
}

export function AskQuestionForm({ productId, car, onDone }: Props) {
  const { form, errors, problem, isSending } = useForm({
    fields: {
      question: (typed) => (typed.trim().length < shortestQuestion ? tooShort : contactProblem(typed)),
      withCar: () => undefined,
    },
    async send({ question, withCar }) {
      await authApi(questionRoutes.askQuestion, {
        params: { id: productId },
        body: { question, ...(withCar && car && { vehicleId: car.vehicleId }) },
      })
      toast('success', 'Thank you. We answer here, and write to you.')
      onDone()
    },
  })
  return (
    <form {...form} className="panel grid gap-4 p-5" aria-label="Question">
      <TextField
        label="Your question"
        name="question"
        rows={3}
        maxLength={longestPartQuestion}
        hint="Once we have answered, everybody reads it here with your first name. Leave out VIN, mail address and phone number."
        error={errors.question}
        required
      />
      {car && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="withCar" defaultChecked className="size-5 flex-none accent-accent" />
          <span>It is about my {car.name}</span>
        </label>
      )}
      <FormError text={problem} />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Ask'}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  )
}
