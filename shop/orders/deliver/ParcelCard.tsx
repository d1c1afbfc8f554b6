import { useId, useState } from 'react'
import { Link } from 'react-router'
import { createStore } from '~/platform/client/store.ts'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { AddressLines } from '~/shop/addresses/AddressLines.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { orderNumber } from '../rules.ts'
import { AskForAddress } from './AskForAddress.tsx'
import type { ListedCarrier, Parcel } from './contract.ts'
import { deliveryNames, readTrackingNumber, stepBack, trackingWords } from './delivery-rules.ts'
import { packAsSeen } from './printed-slips.ts'

type Props = {
  parcel: Parcel
  carriers: ListedCarrier[]
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onChanged: () => void
}

export function ParcelCard({ parcel, carriers, isChosen, onChoose, onChanged }: Props) {
  const [isShipping, setIsShipping] = useState(false)
  const [isSplitting, setIsSplitting] = useState(false)
  const number = numberOf(parcel)
  const { state } = parcel.delivery
  const params = { id: parcel._id }

  async function run(step: Promise<unknown>, done: string) {
    try {
      await step
      toast('success', done)
    } catch (error) {
      toastError(error)
    }
    onChanged()
  }

  return (
    <article className="panel grid gap-4 p-5 sm:p-6" aria-label={`Parcel ${number}`}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <label className="flex min-h-6 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          No. {number}
        </label>
        <p className="text-sm text-muted">
          <DateTime at={parcel.createdAt} toTheMinute />
          {parcel.email && (
            <>
              , <EmailAddress address={parcel.email} />
            </>
          )}
        </p>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        {parcel.address ? (
          <AddressLines address={parcel.address} />
        ) : parcel.isCollected ? (
          <p className="font-semibold">{parcel.userName} collects it at the workshop.</p>
        ) : (
          <p className="text-warn">
            {parcel.userName} has not said yet where it should go: My Orders asks for the address.
          </p>
        )}
        <ul className="grid content-start gap-2">
          {parcel.lines.map((line) => (
            <li key={line.orderId} className="flex items-baseline gap-3">
              <b className="font-display text-[22px] whitespace-nowrap tabular-nums">{line.quantity} ×</b>
              <span>
                {keepUnits(line.productName)}, size&nbsp;{line.size}
                {line.fit && <ForCar fit={line.fit} />}
                {line.refunded && (
                  <span className="block text-[13px] text-danger">
                    {line.refunded} of these {line.refunded === 1 ? 'was' : 'were'} refunded since it was
                    packed. To take {line.refunded === 1 ? 'it' : 'them'} out, press “Not packed after all”.
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {parcel.disputed && (
        <p className="text-danger">
          <b>Disputed:</b> the bank takes the payment back, or asks about it. Nothing is sent until that is
          decided.
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-2">
        {state === 'needs_address' && <AskForAddress purchaseId={parcel._id} />}
        {state === 'to_pack' && (
          <button
            type="button"
            className="btn btn-main btn-small"
            onClick={() => void packAsSeen([parcel]).then(onChanged)}
          >
            Packed<span className="sr-only"> {number}</span>
          </button>
        )}
        {state === 'packed' && (
          <button
            type="button"
            className={`btn btn-small ${isShipping ? 'btn-quiet' : 'btn-main'}`}
            aria-expanded={parcel.isCollected ? undefined : isShipping}
            onClick={() =>
              parcel.isCollected
                ? void run(
                    authApi(orderRoutes.shipParcel, { params, body: { carrier: 'other' } }),
                    'Ready to collect',
                  )
                : setIsShipping(true)
            }
          >
            {parcel.isCollected ? 'Ready to collect' : 'Ship'}
            <span className="sr-only"> {number}</span>
          </button>
        )}
        {state === 'shipped' && (
          <button
            type="button"
            className="btn btn-main btn-small"
            onClick={() => void run(authApi(orderRoutes.deliverParcel, { params }), 'Delivered')}
          >
            {parcel.isCollected ? 'Collected' : 'Delivered'}
            <span className="sr-only"> {number}</span>
          </button>
        )}
        {(state === 'to_pack' || state === 'packed') && (
          <Link to={urls.slips([parcel._id])} className="btn btn-quiet btn-small">
            Packing slip<span className="sr-only"> {number}</span>
          </Link>
        )}
        {(state === 'to_pack' || state === 'packed') && parcel.address && (
          <Link to={urls.labels([parcel._id])} className="btn btn-quiet btn-small">
            Label<span className="sr-only"> {number}</span>
          </Link>
        )}
        {state === 'to_pack' && parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0) > 1 && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-expanded={isSplitting}
            onClick={() => setIsSplitting(true)}
          >
            Split<span className="sr-only"> {number}</span>
          </button>
        )}
        {state === 'to_pack' && parcel.part && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => void run(authApi(orderRoutes.joinParcel, { params }), 'Put together')}
          >
            Put together<span className="sr-only"> {number}</span>
          </button>
        )}
        {parcel.delivery.carrier && (
          <span className="text-sm text-muted">
            {parcel.delivery.carrier} {parcel.delivery.trackingNumber}
          </span>
        )}
        {stepBack[state] && (
          <button
            type="button"
            className="ml-auto min-h-6 cursor-pointer text-sm text-muted underline underline-offset-4 hover:text-ink"
            onClick={() =>
              void run(authApi(orderRoutes.undoParcelStep, { params, body: { from: state } }), 'Taken back')
            }
          >
            Not {deliveryNames[state].toLowerCase()} after all<span className="sr-only"> {number}</span>
          </button>
        )}
      </footer>
      {isSplitting && (
        <SplitForm
          parcel={parcel}
          onSplit={async (lines) => {
            await authApi(orderRoutes.splitParcel, { params, body: { lines, seen: parcel.version } })
            toast('success', 'Two parcels')
            setIsSplitting(false)
            onChanged()
          }}
          onClose={() => setIsSplitting(false)}
        />
      )}
      {isShipping && (
        <ShipForm
          carriers={carriers}
          onShip={async (body) => {
            await authApi(orderRoutes.shipParcel, { params, body })
            toast('success', 'Shipped')
            onChanged()
          }}
          onClose={() => setIsShipping(false)}
        />
      )}
    </article>
  )
}

type SplitFormProps = {
  parcel: Parcel
  onSplit: (lines: { orderId: string; quantity: number }[]) => Promise<void>
  onClose: () => void
}

/** How many pieces of each part go into another parcel. */
function SplitForm({ parcel: { lines }, onSplit, onClose }: SplitFormProps) {
  const { form, errors, problem, isSending } = useForm({
    fields: Object.fromEntries(
      lines.map(({ orderId, quantity }) => [
        orderId,
        (typed: string) =>
          /^\d*$/.test(typed.trim()) && Number(typed) <= quantity ? undefined : `0 to ${quantity}`,
      ]),
    ),
    send: (typed) =>
      onSplit(
        lines
          .map(({ orderId }) => ({ orderId, quantity: Number(typed[orderId]) }))
          .filter(({ quantity }) => quantity > 0),
      ),
  })
  return (
    <form {...form} className="grid gap-4" aria-label="Split">
      <p className="text-muted">How many pieces go into another parcel?</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {lines.map(({ orderId, productName, quantity }) => (
          <Field
            key={orderId}
            label={`${keepUnits(productName)}, of ${quantity}`}
            name={orderId}
            inputMode="numeric"
            autoComplete="off"
            defaultValue="0"
            error={errors[orderId]}
          />
        ))}
      </div>
      <FormError text={problem} />
      <p className="flex gap-2">
        <button type="submit" className="btn btn-main btn-small" aria-disabled={isSending}>
          Make another parcel
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          Leave it whole
        </button>
      </p>
    </form>
  )
}

type ShipFormProps = {
  carriers: ListedCarrier[]
  onShip: (shipped: { carrier: string; trackingNumber?: string }) => Promise<void>
  onClose: () => void
}

/** Who carries it, and the number by which the customer can follow it. */
function ShipForm({ carriers, onShip, onClose }: ShipFormProps) {
  const id = useId()
  const { form, errors, problem, isSending } = useForm({
    fields: {
      carrier: () => undefined,
      trackingNumber: (typed: string) =>
        typed.trim() && !readTrackingNumber(typed) ? trackingWords : undefined,
    },
    async send({ carrier, trackingNumber }) {
      await onShip({ carrier, ...(trackingNumber.trim() && { trackingNumber }) })
      lastCarrier.set(carrier)
    },
  })
  return (
    <form {...form} className="grid gap-4" aria-label="Ship">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="field">
          <label htmlFor={id}>Carrier</label>
          <select id={id} name="carrier" defaultValue={lastCarrier.get()}>
            {carriers.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
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

/** Most parcels of a shop go with one carrier: the next form begins with it. */
const lastCarrier = createStore('', {
  key: 'lastCarrier',
  read: (stored) => (typeof stored === 'string' ? stored : ''),
  write: (code) => code,
})

/** As it is read out: of several parcels of a purchase with which one it is. */
const numberOf = ({ purchaseId, part }: Parcel) =>
  `${orderNumber(purchaseId)}${part ? `, parcel ${part.nth} of ${part.of}` : ''}`
