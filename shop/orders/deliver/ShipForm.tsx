import { useId } from 'react'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/FormError.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import type { CarrierCode } from './delivery-rules.ts'
import { carrierCodes, carriers, readTrackingNumber, trackingWords } from './delivery-rules.ts'

type Props = {
  onShip: (shipped: { carrier: CarrierCode; trackingNumber?: string }) => Promise<void>
  onClose: () => void
}

/** Who carries it, and the number by which the customer can follow it. */
export function ShipForm({ onShip, onClose }: Props) {
  const id = useId()
  const { form, errors, problem, isSending } = useForm({
    fields: {
      carrier: () => undefined,
      trackingNumber: (typed: string) =>
        typed.trim() && !readTrackingNumber(typed) ? trackingWords : undefined,
    },
    send: ({ carrier, trackingNumber }) =>
      onShip({
        carrier: carrier as CarrierCode,
        ...(trackingNumber.trim() && { trackingNumber }),
      }),
  })
  return (
    <form {...form} className="grid gap-4 print:hidden" aria-label="Ship">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="field">
          <label htmlFor={id}>Carrier</label>
          <select id={id} name="carrier">
            {carrierCodes.map((code) => (
              <option key={code} value={code}>
                {carriers[code].name}
              </option>
            ))}
          </select>
        </div>
        <Field
          label="Tracking number (optional)"
          name="trackingNumber"
          autoComplete="off"
          error={errors.trackingNumber}
        />
      </div>
      <FormError text={problem} />
      <p className="flex gap-2">
        <button type="submit" className="btn btn-main btn-small" aria-disabled={isSending}>
          Mark as shipped
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          Not yet
        </button>
      </p>
    </form>
  )
}
