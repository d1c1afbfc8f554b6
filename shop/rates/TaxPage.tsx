import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { ratesRoutes } from '~/shop/admin-routes.ts'
import { SettingsFrame } from '~/shop/business/SettingsPage.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { AreaDraft, Problems } from './AreaFields.tsx'
import { AreaFields, areaDraft, areaIn, replaced, shortId } from './AreaFields.tsx'
import type { SavedRates } from './contract.ts'
import { amountIn, amountText, Group, RatesForm, useRatesForm } from './RatesForm.tsx'
import type { Tax, TaxPlace } from './tax.ts'

export const loader = async () => (await staffGet(ratesRoutes.getRates)) ?? null

type PlaceDraft = Omit<TaxPlace, 'areas' | 'rate' | 'note'> & {
  areas: AreaDraft[]
  rate: string
  note: string
}

/** Which part of the prices is tax, and where. */
function TaxPage() {
  const rates = useLoaderData<SavedRates | null>()
  if (!rates) return null
  return (
    <SettingsFrame
      current="tax"
      lead="Prices include tax, so everybody pays the same; a place says how much of it is tax. It stands on receipts from now on."
    >
      {rates.delivery.value ? (
        <TaxForm key={rates.tax.version} rates={rates} />
      ) : (
        <p>
          Tax needs to know where the workshop is.{' '}
          <Link to={urls.settings('delivery')} className="text-link">
            Set delivery first
          </Link>
          . Until then the server says{' '}
          {rates.server.taxRate > 0 ? `${rates.server.taxRate / 1000} %` : 'none'}.
        </p>
      )}
    </SettingsFrame>
  )
}

function TaxForm({ rates }: { rates: SavedRates }) {
  const first = rates.tax.value ?? firstTax(rates)
  const [name, setName] = useState(first.name)
  const [places, setPlaces] = useState(() => first.places.map(placeDraft))
  const value: Tax = { name, places: places.map(placeIn) }
  const form = useRatesForm(() =>
    authApi(ratesRoutes.saveTax, { body: { version: rates.tax.version, value } }),
  )
  const { problems } = form
  return (
    <RatesForm of={form}>
      {rates.broken.includes('tax') && (
        <p className="rounded-control bg-danger-tint px-4 py-3 text-danger">
          What is saved here cannot be read, and the checkout is closed. Save it again.
        </p>
      )}
      <Field
        label="What it is called"
        value={name}
        maxLength={40}
        onChange={({ target }) => setName(target.value)}
        error={problems.name}
        hint="As receipts say it: “Includes 19 % VAT”."
      />
      {places.length === 0 && <p className="text-muted">No tax anywhere: receipts mention none.</p>}
      {places.map((place, n) => (
        <PlaceCard
          key={place.id}
          place={place}
          problems={problems}
          path={`places.${n}`}
          onChange={(next) => setPlaces((now) => replaced(now, n, next))}
        />
      ))}
      <FormError text={problems.places} />
      <button
        type="button"
        className="btn btn-quiet justify-self-start"
        onClick={() => setPlaces((now) => [...now, placeDraft(newPlace())])}
      >
        Add a rate
      </button>
      <p className="text-sm text-muted">
        In the United States rates are by address, and some states want prices without tax: one rate for your
        own state is exact only where it has one. This is no advice; ask somebody who gives it.
      </p>
    </RatesForm>
  )
}

type PlaceProps = {
  place: PlaceDraft
  onChange: (place: PlaceDraft | undefined) => void
  problems: Problems
  path: string
}

function PlaceCard({ place, onChange, problems, path }: PlaceProps) {
  const set = (change: Partial<PlaceDraft>) => onChange({ ...place, ...change })
  return (
    <Group title={place.name || 'New rate'}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label="Name of the place"
          maxLength={60}
          value={place.name}
          onChange={({ target }) => set({ name: target.value })}
          error={problems[`${path}.name`]}
        />
        <Field
          label="Rate in percent"
          inputMode="decimal"
          value={place.rate}
          onChange={({ target }) => set({ rate: target.value })}
          error={problems[`${path}.rate`]}
        />
      </div>
      <AreaFields
        areas={place.areas}
        onChange={(areas) => set({ areas })}
        problems={problems}
        path={`${path}.areas`}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none accent-accent"
          checked={place.taxesDelivery}
          onChange={({ target }) => set({ taxesDelivery: target.checked })}
        />
        Delivery is taxed, too
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none accent-accent"
          checked={place.taxesDeposits !== false}
          onChange={({ target }) => set({ taxesDeposits: target.checked })}
        />
        Deposits for old parts are taxed, too
      </label>
      <Field
        label="Note on the receipt (optional)"
        maxLength={120}
        value={place.note}
        placeholder="No VAT: delivery outside the EU"
        onChange={({ target }) => set({ note: target.value })}
        error={problems[`${path}.note`]}
      />
      <button
        type="button"
        className="btn btn-quiet btn-small justify-self-start"
        onClick={() => onChange(undefined)}
      >
        Remove this rate<span className="sr-only">: {place.name}</span>
      </button>
    </Group>
  )
}

const placeDraft = ({ areas, rate, note = '', ...place }: TaxPlace): PlaceDraft => ({
  ...place,
  areas: areas.map(areaDraft),
  rate: rate < 0 ? '' : String(Number(amountText(rate, 1000, 3))),
  note,
})

const placeIn = ({ areas, rate, note, ...place }: PlaceDraft): TaxPlace => ({
  ...place,
  areas: areas.map(areaIn),
  rate: amountIn(rate, 1000) ?? -1,
  ...(note.trim() && { note }),
})

const newPlace = (): TaxPlace => ({
  id: shortId(),
  name: '',
  areas: [{ country: '' }],
  rate: -1,
  taxesDelivery: true,
})

/** The server's setting as a rate: saved as it is, receipts say the same. */
const firstTax = ({ server: { taxRate } }: SavedRates): Tax => ({
  name: 'tax',
  places:
    taxRate > 0
      ? [{ id: shortId(), name: 'Everywhere', areas: [{ country: '*' }], rate: taxRate, taxesDelivery: true }]
      : [],
})

export { TaxPage as Component }
