import { useLoaderData } from 'react-router'
import { useTask, WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { ChoiceField, Field, SelectField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { longestFitAttributeName, longestFitQuestion } from '../vehicle-input.ts'
import type { FitAttribute } from './contract.ts'

/** A kind of part, by its id. */
export type PartKind = { _id: string; name: string; group: string }
export type QuestionsData = { attributes: FitAttribute[]; kinds: PartKind[] }
type Task = { is: 'add' } | { is: 'edit'; attribute: FitAttribute }

/** What customers are asked about their car when a part depends on it. */
export function QuestionsPage() {
  const data = useLoaderData<QuestionsData | null>()
  const { task, setTask, close } = useTask<Task>()
  if (!data) return null
  const { attributes, kinds } = data
  return (
    <div className="grid gap-5">
      <ListHeading
        title="Questions"
        lead="What customers are asked about their car when a part depends on it."
      >
        <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
          Add Question
        </button>
      </ListHeading>
      {attributes.length === 0 ? (
        <p className="panel px-6 py-14 text-center">No questions yet</p>
      ) : (
        <Table columns={['Name', 'Question', 'Help', 'About', 'Action']} dense>
          {attributes.map((attribute) => (
            <tr key={attribute._id}>
              <td className="card-head font-medium">
                {attribute.name}
                <span className="block text-[13px] font-normal text-muted">{attribute._id}</span>
              </td>
              <Cell name="Question">{attribute.question}</Cell>
              <Cell name="Help">{attribute.help || '–'}</Cell>
              <Cell name="About">{kinds.find(({ _id }) => _id === attribute.category)?.name ?? '–'}</Cell>
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
      {task?.is === 'add' && <QuestionForm kinds={kinds} onClose={close} />}
      {task?.is === 'edit' && <QuestionForm kinds={kinds} attribute={task.attribute} onClose={close} />}
    </div>
  )
}

type Props = {
  kinds: PartKind[]
  /** Without it, a new one is made. */
  attribute?: FitAttribute
  onClose: (hasChanged: boolean) => void
}

const QuestionForm = ({ attribute, kinds, onClose }: Props) => (
  <WideDialog title={attribute?.name ?? 'Add Question'} onClose={() => onClose(false)}>
    <Form attribute={attribute} kinds={kinds} onSaved={() => onClose(true)} />
  </WideDialog>
)

const required = (label: string) => (typed: string) => (typed.trim() ? undefined : `${label} is required`)

const comparisonNames = {
  '': 'It is only told',
  equal: 'The part must have the same',
  amount: 'It is an amount: as many as come to it',
}

type FormProps = { attribute: FitAttribute | undefined; kinds: PartKind[]; onSaved: () => void }

function Form({ attribute, kinds, onSaved }: FormProps) {
  const form = useForm({
    fields: {
      name: required('Name'),
      question: required('Question'),
      help: () => undefined,
      category: () => undefined,
      measure: () => undefined,
      compared: () => undefined,
    },
    async send(typed) {
      const body = { ...typed, compared: typed.compared as FitAttribute['compared'] }
      if (attribute)
        await authApi(vehicleAdminRoutes.editFitAttribute, { params: { id: attribute._id }, body })
      else await authApi(vehicleAdminRoutes.addFitAttribute, { body })
      toast('success', `${body.name.trim()} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save question">
      <Field
        label="Name"
        name="name"
        required
        maxLength={longestFitAttributeName}
        defaultValue={attribute?.name}
        error={form.errors.name}
        hint="As in “front brake discs: 312 mm”."
      />
      <Field
        label="Question"
        name="question"
        required
        maxLength={longestFitQuestion}
        defaultValue={attribute?.question}
        error={form.errors.question}
        hint="As in “How large are the front brake discs?”"
      />
      <Field
        label="Help"
        name="help"
        maxLength={longestFitQuestion}
        defaultValue={attribute?.help}
        error={form.errors.help}
        hint="Where on the car the answer is found."
      />
      <fieldset className="grid gap-4">
        <legend className="mb-1 font-semibold">What your car needs</legend>
        <SelectField
          label="Tells about"
          name="category"
          className="input"
          defaultValue={attribute?.category ?? ''}
          error={form.errors.category}
          hint="A kind of part: on the list of what a car needs, it says what is known."
        >
          <option value="">No kind of part</option>
          {kinds
            .filter(({ group }) => group !== '')
            .map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
        </SelectField>
        <ChoiceField
          label="Parts are compared with it"
          name="compared"
          className="input"
          choices={comparisonNames}
          defaultValue={attribute?.compared ?? ''}
          error={form.errors.compared}
        />
        <Field
          label="Measure of the parts"
          name="measure"
          maxLength={longestFitAttributeName}
          defaultValue={attribute?.measure}
          error={form.errors.measure}
          hint="As it is called there: “Viscosity”, or “Volume” for an amount."
        />
      </fieldset>
    </SaveForm>
  )
}
