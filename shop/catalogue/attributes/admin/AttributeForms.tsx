import { WideDialog } from '~/platform/dialogs/WideDialog.tsx'
import { ChoiceField, Field } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/SaveForm.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { attributeRoutes } from '~/shop/routes.ts'
import { longestAttributeName } from '../attribute-lines.ts'
import type { AttributeDefinition } from '../contract.ts'
import { attributeNameProblem, longestUnit } from '../rules.ts'

type Closes = { onClose: (hasChanged: boolean) => void }

export const AddAttribute = ({ onClose }: Closes) => (
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

export const RenameAttribute = ({ attribute, onClose }: Closes & { attribute: AttributeDefinition }) => (
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
