import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { ChoiceField, Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageFitmentsRoutes } from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { CarChooser } from '~/shop/vehicles/chooser/CarChooser.tsx'
import type { Position } from '../fitment-values.ts'
import { longestNote, monthProblem, positions, quantityProblem, writeConditions } from '../fitment-values.ts'
import { ConditionFields } from './ConditionFields.tsx'
import type { ManagedFitment } from './contract.ts'

type Car = { id: string; name: string }
type Props = {
  product: Product
  attributes: FitAttribute[]
  /** Without it, a new line is made. */
  fitment?: ManagedFitment
  onClose: (hasChanged: boolean) => void
}

/** First the car, then what is true for it. */
export function FitmentForm({ product, attributes, fitment, onClose }: Props) {
  const [car, setCar] = useState<Car | undefined>(
    fitment && { id: fitment.vehicleId, name: fitment.vehicleName },
  )
  return (
    <WideDialog title={car?.name ?? 'Add a car'} onClose={() => onClose(false)}>
      {car ? (
        <Form
          key={car.id}
          product={product}
          attributes={attributes}
          fitment={fitment}
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

const positionChoices = Object.fromEntries(positions.map((name) => [name, name || 'Anywhere']))
const anything = () => undefined

type FormProps = Omit<Props, 'onClose' | 'fitment'> & {
  fitment: ManagedFitment | undefined
  car: Car
  onOtherCar: () => void
  onSaved: () => void
}

function Form({ product, attributes, fitment, car, onOtherCar, onSaved }: FormProps) {
  const [conditions, setConditions] = useState(readChoices(fitment?.conditions ?? ''))
  const { form, errors, problem, isSending } = useForm({
    fields: {
      position: anything,
      quantity: (typed: string) => quantityProblem(typed.trim()),
      builtFrom: (typed: string) => monthProblem(typed.trim()),
      builtTo: (typed: string) => monthProblem(typed.trim()),
      mustCheck: anything,
      remark: anything,
      conditions: anything,
      vehicleId: anything,
    },
    async send(typed) {
      const body = {
        ...typed,
        vehicleId: car.id,
        position: typed.position as Position,
        quantity: Number(typed.quantity),
        conditions: writeConditions(conditions),
      }
      if (fitment) await authApi(manageFitmentsRoutes.editFitment, { params: { id: fitment._id }, body })
      else await authApi(manageFitmentsRoutes.addFitment, { params: { id: product._id }, body })
      toast('success', `${car.name} saved`)
      onSaved()
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <p className="flex flex-wrap items-center gap-x-4 text-muted">
        {product.productName}
        <button type="button" className="text-link min-h-11" onClick={onOtherCar}>
          Another car
        </button>
      </p>
      <FormError text={errors.vehicleId} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceField
          label="Place on the car"
          name="position"
          choices={positionChoices}
          defaultValue={fitment?.position}
          hint="Left and right as the driver sees them."
        />
        <Field
          label="Pieces needed"
          name="quantity"
          inputMode="numeric"
          required
          defaultValue={fitment?.quantity ?? 1}
          error={errors.quantity}
          hint="0: this car needs none; the remark says why."
        />
        <Field
          label="Built from"
          name="builtFrom"
          placeholder="2003-10"
          defaultValue={fitment?.builtFrom}
          error={errors.builtFrom}
          hint="Only when the part is for some of its years."
        />
        <Field
          label="Built to"
          name="builtTo"
          placeholder="2006-05"
          defaultValue={fitment?.builtTo}
          error={errors.builtTo}
        />
      </div>
      <ConditionFields
        vehicleId={car.id}
        attributes={attributes}
        conditions={conditions}
        onChange={setConditions}
      />
      <FormError text={errors.conditions} />
      <Field
        label="To be checked by the customer"
        name="mustCheck"
        maxLength={longestNote}
        defaultValue={fitment?.mustCheck}
        error={errors.mustCheck}
        hint="A condition in free words: the part then never simply fits."
      />
      <Field
        label="Remark"
        name="remark"
        maxLength={longestNote}
        defaultValue={fitment?.remark}
        error={errors.remark}
        hint="Informs, and restricts nothing."
      />
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Saving…' : 'Save line'}
      </button>
    </form>
  )
}
