import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { longestFitAttributeName, longestFitQuestion } from '../vehicle-input.ts'
import type { FitAttribute } from './contract.ts'
import { VehicleTabs } from './VehicleTabs.tsx'

type Task = { is: 'add' } | { is: 'edit'; attribute: FitAttribute }

/** What customers are asked about their car when a part depends on it. */
export function QuestionsPage() {
  const attributes = useLoaderData<FitAttribute[] | null>()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  if (!attributes) return null
  function close(hasChanged: boolean) {
    setTask(undefined)
    if (hasChanged) void revalidate()
  }
  return (
    <>
      <VehicleTabs />
      <div className="grid gap-5">
        <Title page="Questions" />
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div className="grid gap-1">
            <h1 className="text-[28px] sm:text-[36px]">Questions</h1>
            <p className="text-muted">What customers are asked about their car when a part depends on it.</p>
          </div>
          <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
            Add Question
          </button>
        </header>
        {attributes.length === 0 ? (
          <p className="panel px-6 py-14 text-center">No questions yet</p>
        ) : (
          <Table columns={['Name', 'Question', 'Help', 'Action']} dense>
            {attributes.map((attribute) => (
              <tr key={attribute._id}>
                <td className="card-head font-medium">
                  {attribute.name}
                  <span className="block text-[13px] font-normal text-muted">{attribute._id}</span>
                </td>
                <Cell name="Question">{attribute.question}</Cell>
                <Cell name="Help">{attribute.help || '–'}</Cell>
                <td>
                  <span className="flex justify-end max-tables:mt-3">
                    <RowButton
                      text="Edit"
                      of={attribute.name}
                      onClick={() => setTask({ is: 'edit', attribute })}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </div>
      {task?.is === 'add' && <QuestionForm onClose={close} />}
      {task?.is === 'edit' && <QuestionForm attribute={task.attribute} onClose={close} />}
    </>
  )
}

type Props = {
  /** Without it, a new one is made. */
  attribute?: FitAttribute
  onClose: (hasChanged: boolean) => void
}

const QuestionForm = ({ attribute, onClose }: Props) => (
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
        maxLength={longestFitAttributeName}
        defaultValue={attribute?.name}
        error={errors.name}
        hint="As in “front brake discs: 312 mm”."
      />
      <Field
        label="Question"
        name="question"
        required
        maxLength={longestFitQuestion}
        defaultValue={attribute?.question}
        error={errors.question}
        hint="As in “How large are the front brake discs?”"
      />
      <Field
        label="Help"
        name="help"
        maxLength={longestFitQuestion}
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
