import { WideDialog } from '~/platform/dialogs/WideDialog.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { vehicleAdminRoutes } from '~/shop/routes.ts'
import { longestAttributeName, longestQuestion } from './attribute-rules.ts'
import type { FitAttribute } from './contract.ts'

type Props = {
  /** Without it, a new one is made. */
  attribute?: FitAttribute
  onClose: (hasChanged: boolean) => void
}

export const QuestionForm = ({ attribute, onClose }: Props) => (
  <WideDialog title={attribute?.name ?? 'Add Question'} onClose={() => onClose(false)}>
    <Form attribute={attribute} onSaved={() => onClose(true)} />
  </WideDialog>
)

const required = (label: string) => (typed: string) => (typed.trim() ? undefined : `${label} is required`)

function Form({ attribute, onSaved }: { attribute: FitAttribute | undefined; onSaved: () => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { name: required('Name'), question: required('Question'), help: () => undefined },
    async send(body) {
      if (attribute)
        await authApi(vehicleAdminRoutes.editFitAttribute, { params: { id: attribute._id }, body })
      else await authApi(vehicleAdminRoutes.addFitAttribute, { body })
      toast('success', `${body.name.trim()} saved`)
      onSaved()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <Field
        label="Name"
        name="name"
        required
        maxLength={longestAttributeName}
        defaultValue={attribute?.name}
        error={errors.name}
        hint="As in “front brake discs: 312 mm”."
      />
      <Field
        label="Question"
        name="question"
        required
        maxLength={longestQuestion}
        defaultValue={attribute?.question}
        error={errors.question}
        hint="As in “How large are the front brake discs?”"
      />
      <Field
        label="Help"
        name="help"
        maxLength={longestQuestion}
        defaultValue={attribute?.help}
        error={errors.help}
        hint="Where on the car the answer is found."
      />
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Saving…' : 'Save question'}
      </button>
    </form>
  )
}
