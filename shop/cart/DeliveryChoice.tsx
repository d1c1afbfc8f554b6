import { useState } from 'react'
import { api } from '~/platform/client/api.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { placeName } from '~/shop/addresses/place.ts'
import { PlaceFields } from '~/shop/rates/AreaFields.tsx'
import type { DeliveryTo } from '~/shop/rates/contract.ts'
import type { Offer } from '~/shop/rates/ways.ts'
import { workingDays } from '~/shop/rates/ways.ts'
import { deliveryRoutes } from '~/shop/routes.ts'

type Props = {
  to: DeliveryTo
  offers: Offer[]
  chosen: Offer | undefined
  onChoose: (way: string) => void
  /** Left out where an address says the place. */
  onPlace?: (to: DeliveryTo) => void
}

/** For which place delivery is priced, and how it can get there. */
export function DeliveryChoice({ to, offers, chosen, onChoose, onPlace }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className="grid gap-2">
      <p className="flex items-center justify-between gap-3 text-sm">
        <span>
          Delivery to <b className="font-semibold">{placeName(to.place)}</b>
        </span>
        {onPlace && !isChanging && (
          <button type="button" className="text-link -my-3 min-h-11" onClick={() => setIsChanging(true)}>
            Change<span className="sr-only"> the place</span>
          </button>
        )}
      </p>
      {isChanging && (
        <PlaceForm
          place={to.place}
          onPlace={(next) => {
            onPlace!(next)
            setIsChanging(false)
          }}
        />
      )}
      {offers.length === 0 && (
        <p className="text-sm text-danger">We do not deliver these parts to {placeName(to.place)}.</p>
      )}
      <fieldset className="grid">
        <legend className="sr-only">Delivery</legend>
        {offers.map(({ id, name, cents, days }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="radio"
              name="way"
              className="size-5 flex-none accent-accent"
              checked={id === chosen?.id}
              onChange={() => onChoose(id)}
            />
            <span className="flex-1">
              {name}
              <span className="block text-[13px] text-muted">{workingDays(days)}</span>
            </span>
            <span className="tabular-nums">{cents > 0 ? formatDollars(toDollars(cents)) : 'free'}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

type FormProps = { place: DeliveryTo['place']; onPlace: (to: DeliveryTo) => void }

function PlaceForm({ place, onPlace }: FormProps) {
  const [value, setValue] = useState({ country: place.country, region: place.region ?? '' })
  const [postcode, setPostcode] = useState(place.postcode ?? '')
  async function look() {
    const query = {
      country: value.country,
      ...(value.region && { region: value.region }),
      ...(postcode.trim() && { postcode: postcode.trim() }),
    }
    const { delivery } = await api(deliveryRoutes.getDeliveryTo, { query })
    if (delivery) onPlace(delivery)
  }
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      <PlaceFields anyState="Choose" value={value} onChange={setValue} />
      <Field
        label="Postal code"
        value={postcode}
        maxLength={16}
        onChange={({ target }) => setPostcode(target.value)}
      />
      <button
        type="button"
        className="btn btn-quiet btn-small justify-self-start"
        onClick={() => void look()}
      >
        Show delivery
      </button>
    </div>
  )
}
