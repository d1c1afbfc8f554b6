import { useLoaderData } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject, useTask, WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf, formatCount } from '~/platform/figures.ts'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { ChoiceField, Field } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { attributeRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { attributeNameProblem, longestAttributeName, longestUnit } from '../attribute-lines.ts'
import type { AttributeDefinition } from '../contract.ts'

type Task = { is: 'add' } | { is: 'rename' | 'delete'; attribute: AttributeDefinition }

/** The names and units by which parts are described and filtered. */
export function AttributesPage() {
  const attributes = useLoaderData<AttributeDefinition[] | null>()
  const { task, setTask, close } = useTask<Task>()
  if (!attributes) return null
  return (
    <div className="grid gap-5">
      <ListHeading
        title="Attributes"
        lead="What parts are measured by: in their pages, and as filters of the shop."
      >
        <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
          Add Attribute
        </button>
      </ListHeading>
      <Table columns={['Name', 'Value', 'Parts', 'Action']} figures={['Parts']}>
        {attributes.map((attribute) => (
          <tr key={attribute._id}>
            <td className="card-head font-medium">{attribute.name}</td>
            <Cell name="Value">{valueWords(attribute)}</Cell>
            <Cell name="Parts">{formatCount(attribute.parts)}</Cell>
            <td>
              <span className="flex flex-wrap gap-2">
                <RowButton
                  text="Rename"
                  of={attribute.name}
                  onClick={() => setTask({ is: 'rename', attribute })}
                />
                <RowButton
                  text="Delete"
                  of={attribute.name}
                  onClick={() => setTask({ is: 'delete', attribute })}
                />
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {task?.is === 'add' && <AddAttribute onClose={close} />}
      {task?.is === 'rename' && <RenameAttribute attribute={task.attribute} onClose={close} />}
      {task?.is === 'delete' && (
        <DeleteDialog
          onDelete={() => authApi(attributeRoutes.deleteAttribute, { params: { id: task.attribute._id } })}
          about={
            <DialogSubject name={task.attribute.name}>
              It is removed from {countOf(task.attribute.parts, 'part')}.
            </DialogSubject>
          }
          done="The attribute has been deleted."
          onClose={close}
        />
      )}
    </div>
  )
}

const valueWords = ({ kind, unit }: AttributeDefinition) => {
  if (kind === 'text') return 'Text'
  return unit ? `Number in ${unit}` : 'Number'
}

type Closes = { onClose: (hasChanged: boolean) => void }

const AddAttribute = ({ onClose }: Closes) => (
  <WideDialog title="Add Attribute" onClose={() => onClose(false)}>
    <AddForm onSaved={() => onClose(true)} />
  </WideDialog>
)

const name = (typed: string) => attributeNameProblem(typed.trim())

function AddForm({ onSaved }: { onSaved: () => void }) {
  const form = useForm({
    fields: { name, kind: () => undefined, unit: () => undefined },
    async send(typed) {
      const kind = typed.kind === 'text' ? 'text' : 'number'
      await authApi(attributeRoutes.addAttribute, { body: { ...typed, kind } })
      toast('success', `${typed.name.trim()} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save attribute">
      <Field label="Name" name="name" required maxLength={longestAttributeName} error={form.errors.name} />
      <ChoiceField
        label="Value"
        name="kind"
        choices={{ number: 'A number', text: 'A text' }}
        error={form.errors.kind}
      />
      <Field
        label="Unit"
        name="unit"
        maxLength={longestUnit}
        error={form.errors.unit}
        hint="Of a number, as mm, V or Ah; empty for what is only counted."
      />
    </SaveForm>
  )
}

const RenameAttribute = ({ attribute, onClose }: Closes & { attribute: AttributeDefinition }) => (
  <WideDialog title={attribute.name} onClose={() => onClose(false)}>
    <RenameForm attribute={attribute} onSaved={() => onClose(true)} />
  </WideDialog>
)

function RenameForm({ attribute, onSaved }: { attribute: AttributeDefinition; onSaved: () => void }) {
  const form = useForm({
    fields: { name },
    async send(typed) {
      await authApi(attributeRoutes.renameAttribute, { params: { id: attribute._id }, body: typed })
      toast('success', `${typed.name.trim()} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save attribute">
      <Field
        label="Name"
        name="name"
        required
        maxLength={longestAttributeName}
        defaultValue={attribute.name}
        error={form.errors.name}
        hint="It is renamed in all parts that have it."
      />
    </SaveForm>
  )
}
