import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { readChoices, splitValues, writeChoices } from '../choices.ts'
import { vehicleName } from '../rules.ts'
import type { VehicleText, VehicleTextField } from '../vehicle-input.ts'
import { vehicleFieldNames, vehicleFieldProblem, vehicleFields } from '../vehicle-input.ts'
import type { FitAttribute, ManagedVehicle } from './contract.ts'

type Props = {
  attributes: FitAttribute[]
  /** Without it, a new one is made. */
  vehicle?: ManagedVehicle
  onClose: (hasChanged: boolean) => void
}

export const VehicleForm = ({ attributes, vehicle, onClose }: Props) => (
  <WideDialog title={vehicle?.name ?? 'Add Vehicle'} onClose={() => onClose(false)}>
    <Form attributes={attributes} vehicle={vehicle} onSaved={() => onClose(true)} />
  </WideDialog>
)

type FormProps = { attributes: FitAttribute[]; vehicle: ManagedVehicle | undefined; onSaved: () => void }

const hints: Partial<Record<VehicleTextField, string>> = {
  generation: 'As “5” of a Golf 5, or “E90”.',
  builtFrom: 'A month, as 2003-10.',
  builtTo: 'Empty while it is still built.',
}
const numbers = new Set<VehicleTextField>(['litres', 'powerKw'])

function Form({ attributes, vehicle, onSaved }: FormProps) {
  const [options, setOptions] = useState(readChoices(vehicle?.options ?? ''))
  const form = useForm({
    fields: Object.fromEntries(
      vehicleFieldNames.map((name) => [name, (typed: string) => vehicleFieldProblem(name, typed.trim())]),
    ) as Record<VehicleTextField, (typed: string) => string | undefined>,
    async send(typed) {
      const body: VehicleText = { ...typed, options: writeChoices(options) }
      if (vehicle) await authApi(vehicleAdminRoutes.editVehicle, { params: { id: vehicle._id }, body })
      else await authApi(vehicleAdminRoutes.addVehicle, { body })
      toast('success', `${vehicleName(body)} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={{ ...form, problem: form.errors.options ?? form.problem }} save="Save vehicle">
      <div className="grid gap-5 sm:grid-cols-2">
        {vehicleFieldNames
          .filter((name) => name !== 'options')
          .map((name) => (
            <Field
              key={name}
              label={vehicleFields[name].label}
              name={name}
              maxLength={vehicleFields[name].longest}
              required={vehicleFields[name].isRequired}
              defaultValue={vehicle?.[name] ?? ''}
              error={form.errors[name]}
              {...(numbers.has(name) && { inputMode: 'decimal' })}
              {...(hints[name] && { hint: hints[name] })}
            />
          ))}
      </div>
      {attributes.length > 0 && (
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-semibold">What it may be equipped with</legend>
          {attributes.map(({ _id, name }) => (
            <Field
              key={_id}
              label={name}
              defaultValue={(options[_id] ?? []).join(', ')}
              onChange={({ currentTarget }) =>
                setOptions({ ...options, [_id]: splitValues(currentTarget.value) })
              }
              hint="All that there are, with commas between. Empty: not known."
            />
          ))}
        </fieldset>
      )}
    </SaveForm>
  )
}
