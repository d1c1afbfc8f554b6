import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError, SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import type { Choices } from '~/shop/vehicles/choices.ts'
import { readChoices, splitValues } from '~/shop/vehicles/choices.ts'
import { CarChooser } from '~/shop/vehicles/chooser/CarChooser.tsx'
import type { FitmentValues } from '../fitment-values.ts'
import {
  fitQuantityProblem,
  longestFitNote,
  longestPosition,
  monthProblem,
  positions,
  writeConditions,
} from '../fitment-values.ts'
import type { FitmentInput } from './contract.ts'

export type ChosenCar = { id: string; name: string }
type Props = {
  productName: string
  attributes: FitAttribute[]
  /** Without it, a new line is made. */
  fitment?: FitmentValues & { vehicleName: string }
  save: (line: FitmentInput, car: ChosenCar) => Promise<unknown>
  onClose: (hasChanged: boolean) => void
}

/** First the car, then what is true for it. */
export function FitmentForm({ productName, attributes, fitment, save, onClose }: Props) {
  const [car, setCar] = useState<ChosenCar | undefined>(
    fitment && { id: fitment.vehicleId, name: fitment.vehicleName },
  )
  return (
    <WideDialog title={car?.name ?? 'Add a car'} onClose={() => onClose(false)}>
      {car ? (
        <Form
          key={car.id}
          productName={productName}
          attributes={attributes}
          fitment={fitment}
          save={save}
          car={car}
          onOtherCar={() => setCar(undefined)}
          onSaved={() => onClose(true)}
        />
      ) : (
        <CarChooser
          label="The car in words, or its engine code"
          onChoose={({ _id: id, name }) => setCar({ id, name })}
        />
      )}
    </WideDialog>
  )
}

const anything = () => undefined

type FormProps = Omit<Props, 'onClose' | 'fitment'> & {
  fitment: Props['fitment']
  car: ChosenCar
  onOtherCar: () => void
  onSaved: () => void
}

function Form({ productName, attributes, fitment, save, car, onOtherCar, onSaved }: FormProps) {
  const [conditions, setConditions] = useState(readChoices(fitment?.conditions ?? ''))
  const form = useForm({
    fields: {
      position: anything,
      quantity: (typed: string) => fitQuantityProblem(typed.trim()),
      builtFrom: (typed: string) => monthProblem(typed.trim()),
      builtTo: (typed: string) => monthProblem(typed.trim()),
      mustCheck: anything,
      remark: anything,
      conditions: anything,
      vehicleId: anything,
    },
    async send(typed) {
      const line = {
        ...typed,
        vehicleId: car.id,
        quantity: Number(typed.quantity),
        conditions: writeConditions(conditions),
      }
      await save(line, car)
      toast('success', `${car.name} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save line">
      <p className="flex flex-wrap items-center gap-x-4 text-muted">
        {productName}
        <button type="button" className="text-link min-h-11" onClick={onOtherCar}>
          Another car
        </button>
      </p>
      <FormError text={form.errors.vehicleId} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Place on the car"
          name="position"
          list="places-on-the-car"
          autoComplete="off"
          maxLength={longestPosition}
          defaultValue={fitment?.position}
          error={form.errors.position}
          hint="Left and right as the driver sees them. Empty is anywhere."
        />
        <datalist id="places-on-the-car">
          {positions.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
        <Field
          label="Pieces needed"
          name="quantity"
          inputMode="numeric"
          required
          defaultValue={fitment?.quantity ?? 1}
          error={form.errors.quantity}
          hint="0: this car needs none; the remark says why."
        />
        <Field
          label="Built from"
          name="builtFrom"
          placeholder="2003-10"
          defaultValue={fitment?.builtFrom}
          error={form.errors.builtFrom}
          hint="Only when the part is for some of its years."
        />
        <Field
          label="Built to"
          name="builtTo"
          placeholder="2006-05"
          defaultValue={fitment?.builtTo}
          error={form.errors.builtTo}
        />
      </div>
      <ConditionFields
        vehicleId={car.id}
        attributes={attributes}
        conditions={conditions}
        onChange={setConditions}
      />
      <FormError text={form.errors.conditions} />
      <Field
        label="To be checked by the customer"
        name="mustCheck"
        maxLength={longestFitNote}
        defaultValue={fitment?.mustCheck}
        error={form.errors.mustCheck}
        hint="A condition in free words: the part then never simply fits."
      />
      <Field
        label="Remark"
        name="remark"
        maxLength={longestFitNote}
        defaultValue={fitment?.remark}
        error={form.errors.remark}
        hint="Informs, and restricts nothing."
      />
    </SaveForm>
  )
}

type ConditionFieldsProps = {
  vehicleId: string
  attributes: FitAttribute[]
  conditions: Choices
  onChange: (conditions: Choices) => void
}

/** One field for each thing that a car may be asked about; what nothing is said about restricts nothing. */
function ConditionFields({ vehicleId, attributes, conditions, onChange }: ConditionFieldsProps) {
  const options = useOptions(vehicleId)
  if (!options || attributes.length === 0) return null
  const set = (attribute: string, values: string[]) => onChange({ ...conditions, [attribute]: values })
  return (
    <div className="grid gap-4">
      <p className="font-semibold">Only for cars with</p>
      {attributes.map(({ _id, name }) => {
        const chosen = conditions[_id] ?? []
        const known = options[_id]
        if (!known)
          return (
            <Field
              key={_id}
              label={name}
              defaultValue={chosen.join(', ')}
              onChange={({ currentTarget }) => set(_id, splitValues(currentTarget.value))}
              hint="Any of these, with commas between"
            />
          )
        return (
          <fieldset key={_id} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{name}</legend>
            <div className="flex flex-wrap gap-2">
              {[...new Set([...known, ...chosen])].map((value) => (
                <label key={value} className="choice min-w-20 px-3">
                  <input
                    type="checkbox"
                    className="sr-only"
                    checked={chosen.includes(value)}
                    onChange={({ currentTarget }) =>
                      set(
                        _id,
                        currentTarget.checked
                          ? [...chosen, value]
                          : chosen.filter((other) => other !== value),
                      )
                    }
                  />
                  {value}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** What this car may have, by attribute; undefined until it is known. */
function useOptions(vehicleId: string) {
  const [options, setOptions] = useState<Choices>()
  useEffect(() => {
    const overtaken = new AbortController()
    getByHttp(vehicleRoutes.getVehicle, { params: { id: vehicleId }, signal: overtaken.signal }).then(
      ({ data }) => setOptions(Object.fromEntries(data.attributes.map(({ _id, values }) => [_id, values]))),
      // The server checks what is typed then.
      () => overtaken.signal.aborted || setOptions({}),
    )
    return () => overtaken.abort()
  }, [vehicleId])
  return options
}
