import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { Field, SelectField, TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { countryOfLanguage } from '~/shop/addresses/countries.ts'
import { ratesRoutes } from '~/shop/admin-routes.ts'
import { SettingsFrame } from '~/shop/business/SettingsPage.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import type { AreaDraft, Problems } from './AreaFields.tsx'
import { AreaFields, areaDraft, areaIn, PlaceFields, replaced, shortId } from './AreaFields.tsx'
import type { SavedRates } from './contract.ts'
import { amountIn, amountText, Group, RatesForm, useRatesForm } from './RatesForm.tsx'
import { TryOut } from './TryOut.tsx'
import type { Days, Delivery, Way, Zone } from './ways.ts'

export const loader = async () => (await staffGet(ratesRoutes.getRates)) ?? null

type StepDraft = { upTo: string; price: string }
type WayDraft = Omit<Way, 'steps' | 'freeFromCents' | 'days'> & {
  steps: StepDraft[]
  freeFrom: string
  days: DaysDraft
}
type DaysDraft = { least: string; most: string }
type ZoneDraft = { id: string; name: string; areas: AreaDraft[]; ways: WayDraft[] }
type Draft = {
  home: { country: string; region: string }
  assumed: string
  collection: { address: string; hours: string; days: DaysDraft } | undefined
  zones: ZoneDraft[]
}

/** Where the shop delivers, how, and for what. */
function DeliveryPage() {
  const rates = useLoaderData<SavedRates | null>()
  if (!rates) return null
  return (
    <SettingsFrame
      current="delivery"
      lead="Where you deliver, how, and for what. A change counts for the next purchase: those that exist stay as they are."
    >
      {!rates.delivery.value && <Unset rates={rates} />}
      <DeliveryForm key={rates.delivery.version} rates={rates} />
    </SettingsFrame>
  )
}

const Unset = ({ rates: { broken, server } }: { rates: SavedRates }) => (
  <p
    className={`rounded-control px-4 py-3 ${broken.includes('delivery') ? 'bg-danger-tint text-danger' : 'bg-warn-tint text-warn'}`}
  >
    {broken.includes('delivery')
      ? 'What is saved here cannot be read, and the checkout is closed. Save it again.'
      : `Nothing is saved yet: the server's settings count (${server.deliveryFee > 0 ? `$${server.deliveryFee.toFixed(2)} up to $${server.freeOver}, then free` : 'delivery is included'}, wherever it goes). What you save here takes their place.`}
  </p>
)

function DeliveryForm({ rates }: { rates: SavedRates }) {
  const [draft, setDraft] = useState(() => draftOf(rates.delivery.value ?? firstDelivery(rates)))
  const value = deliveryIn(draft)
  const form = useRatesForm(() =>
    authApi(ratesRoutes.saveDelivery, { body: { version: rates.delivery.version, value } }),
  )
  const { problems } = form
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))
  const { collection, zones } = draft
  return (
    <RatesForm of={form}>
      <Group
        title="The workshop"
        hint="Orders that name no place are priced for it, and collected parts are taxed there."
      >
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <PlaceFields
            anyState="Choose"
            value={draft.home}
            onChange={(home) => set({ home })}
            error={problems['home.country']}
          />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-accent"
            checked={collection !== undefined}
            onChange={({ target }) =>
              set({
                collection: target.checked
                  ? { address: '', hours: '', days: { least: '1', most: '1' } }
                  : undefined,
              })
            }
          />
          Parts can be collected at the workshop
        </label>
        {collection && (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField
              label="Where they are collected"
              value={collection.address}
              onChange={({ target }) => set({ collection: { ...collection, address: target.value } })}
              error={problems['collection.address']}
            />
            <TextField
              label="When (optional)"
              value={collection.hours}
              onChange={({ target }) => set({ collection: { ...collection, hours: target.value } })}
              error={problems['collection.hours']}
            />
            <DaysFields
              label="Ready after"
              days={collection.days}
              onChange={(days) => set({ collection: { ...collection, days } })}
              problems={problems}
              path="collection.days"
            />
          </div>
        )}
      </Group>
      {zones.map((zone, n) => (
        <ZoneCard
          key={zone.id}
          zone={zone}
          problems={problems}
          path={`zones.${n}`}
          onChange={(next) => set({ zones: replaced(zones, n, next) })}
          canBeRemoved={zones.length > 1}
        />
      ))}
      <FormError text={problems.zones} />
      <button
        type="button"
        className="btn btn-quiet justify-self-start"
        onClick={() => set({ zones: [...zones, zoneDraft(newZone())] })}
      >
        Add a zone
      </button>
      <Group title="Weight">
        <Field
          label="A part without a weight counts as (kg)"
          inputMode="decimal"
          value={draft.assumed}
          onChange={({ target }) => set({ assumed: target.value })}
          error={problems.assumedGrams}
          hint={`${countOf(rates.unweighed, 'part')} without a weight. Needed as soon as a price goes by weight.`}
        />
      </Group>
      <TryOut delivery={value} />
    </RatesForm>
  )
}

type ZoneProps = {
  zone: ZoneDraft
  onChange: (zone: ZoneDraft | undefined) => void
  problems: Problems
  path: string
  canBeRemoved: boolean
}

function ZoneCard({ zone, onChange, problems, path, canBeRemoved }: ZoneProps) {
  const { name, areas, ways } = zone
  return (
    <Group title={name || 'New zone'}>
      <Field
        label="Name of the zone"
        maxLength={60}
        value={name}
        onChange={({ target }) => onChange({ ...zone, name: target.value })}
        error={problems[`${path}.name`]}
      />
      <AreaFields
        areas={areas}
        onChange={(next) => onChange({ ...zone, areas: next })}
        problems={problems}
        path={`${path}.areas`}
      />
      {ways.map((way, n) => (
        <WayFields
          key={way.id}
          way={way}
          problems={problems}
          path={`${path}.ways.${n}`}
          onChange={(next) => onChange({ ...zone, ways: replaced(ways, n, next) })}
        />
      ))}
      {ways.length === 0 && <p className="text-sm text-warn">Without a way nothing is delivered here.</p>}
      <p className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() => onChange({ ...zone, ways: [...ways, wayDraft(newWay())] })}
        >
          Add a way<span className="sr-only"> to {name}</span>
        </button>
        {canBeRemoved && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => onChange(undefined)}>
            Remove this zone<span className="sr-only">: {name}</span>
          </button>
        )}
      </p>
    </Group>
  )
}

type WayProps = {
  way: WayDraft
  onChange: (way: WayDraft | undefined) => void
  problems: Problems
  path: string
}

function WayFields({ way, onChange, problems, path }: WayProps) {
  const { steps, by } = way
  const set = (change: Partial<WayDraft>) => onChange({ ...way, ...change })
  const setStep = (n: number, step: StepDraft | undefined) => set({ steps: replaced(steps, n, step) })
  const prices = steps.map(({ price }) => amountIn(price, 100) ?? 0)
  const isCheaperBelow = prices.some((cents, n) => n > 0 && cents < prices[n - 1]!)
  return (
    <fieldset className="grid gap-3 rounded-control bg-sunken p-4">
      <legend className="sr-only">{way.name || 'New way'}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field
          label="Way"
          maxLength={60}
          value={way.name}
          placeholder="Parcel"
          onChange={({ target }) => set({ name: target.value })}
          error={problems[`${path}.name`]}
        />
        <SelectField
          label="For parts that go"
          value={way.kind}
          onChange={({ target }) => set({ kind: target.value as Way['kind'] })}
        >
          <option value="parcel">By parcel</option>
          <option value="freight">By freight</option>
        </SelectField>
        <SelectField
          label="Its price"
          value={by}
          onChange={({ target }) => set(withPrice(way, target.value as Way['by']))}
        >
          <option value="flat">Is one price</option>
          <option value="weight">Goes by weight</option>
          <option value="sum">Goes by the sum</option>
        </SelectField>
      </div>
      {steps.map((step, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by
        <div key={n} className="grid items-start gap-3 sm:grid-cols-3">
          {by !== 'flat' && (
            <Field
              label={by === 'weight' ? 'Up to (kg)' : 'Up to ($)'}
              inputMode="decimal"
              value={step.upTo}
              placeholder={n === steps.length - 1 ? 'no limit' : ''}
              onChange={({ target }) => setStep(n, { ...step, upTo: target.value })}
              error={problems[`${path}.steps.${n}.upTo`]}
            />
          )}
          <Field
            label="Price in dollars"
            inputMode="decimal"
            value={step.price}
            onChange={({ target }) => setStep(n, { ...step, price: target.value })}
            error={problems[`${path}.steps.${n}.cents`] ?? problems[`${path}.steps`]}
          />
          {by !== 'flat' && steps.length > 1 && (
            <button
              type="button"
              className="btn btn-quiet btn-small self-end justify-self-start"
              onClick={() => setStep(n, undefined)}
            >
              Remove this price
            </button>
          )}
        </div>
      ))}
      {by !== 'flat' && (
        <button
          type="button"
          className="btn btn-quiet btn-small justify-self-start"
          onClick={() => set({ steps: [...steps, { upTo: '', price: '' }] })}
        >
          Add a price
        </button>
      )}
      {isCheaperBelow && <p className="text-sm text-warn">More costs less here. Is that meant?</p>}
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field
          label="Free from ($, optional)"
          inputMode="decimal"
          value={way.freeFrom}
          onChange={({ target }) => set({ freeFrom: target.value })}
          error={problems[`${path}.freeFromCents`]}
        />
        <DaysFields
          label="Working days"
          days={way.days}
          onChange={(days) => set({ days })}
          problems={problems}
          path={`${path}.days`}
        />
      </div>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-accent"
            checked={!way.isOff}
            onChange={({ target }) => set({ isOff: !target.checked })}
          />
          Offered
        </label>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => onChange(undefined)}>
          Remove this way<span className="sr-only">: {way.name}</span>
        </button>
      </p>
    </fieldset>
  )
}

const withPrice = ({ steps }: WayDraft, by: Way['by']): Partial<WayDraft> => ({
  by,
  // A limit in kilograms is none in dollars.
  steps:
    by === 'flat'
      ? [{ upTo: '', price: steps[0]?.price ?? '' }]
      : steps.map((step) => ({ ...step, upTo: '' })),
})

type DaysProps = {
  label: string
  days: DaysDraft
  onChange: (days: DaysDraft) => void
  problems: Problems
  path: string
}

const DaysFields = ({ label, days, onChange, problems, path }: DaysProps) => (
  <>
    <Field
      label={`${label}, at least`}
      inputMode="numeric"
      value={days.least}
      onChange={({ target }) => onChange({ ...days, least: target.value })}
      error={problems[`${path}.least`]}
    />
    <Field
      label={`${label}, at most`}
      inputMode="numeric"
      value={days.most}
      onChange={({ target }) => onChange({ ...days, most: target.value })}
      error={problems[`${path}.most`]}
    />
  </>
)

const daysDraft = ({ least, most }: Days): DaysDraft => ({ least: String(least), most: String(most) })
const daysIn = ({ least, most }: DaysDraft): Days => ({
  least: amountIn(least, 1) ?? -1,
  most: amountIn(most, 1) ?? -1,
})

const unitOf = (by: Way['by']) => (by === 'weight' ? 1000 : 100)

const kilograms = (grams: number | undefined) => (grams === undefined ? '' : String(grams / 1000))

const wayDraft = ({ steps, freeFromCents, days, ...way }: Way): WayDraft => ({
  ...way,
  steps: steps.map(({ upTo, cents }) => ({
    upTo: way.by === 'weight' ? kilograms(upTo) : amountText(upTo, 100, 2),
    price: cents < 0 ? '' : amountText(cents, 100, 2),
  })),
  freeFrom: amountText(freeFromCents, 100, 2),
  days: daysDraft(days),
})

function wayIn({ steps, freeFrom, days, isOff, ...way }: WayDraft): Way {
  const freeFromCents = amountIn(freeFrom, 100)
  return {
    ...way,
    steps: steps.map(({ upTo, price }) => {
      const limit = way.by === 'flat' ? undefined : amountIn(upTo, unitOf(way.by))
      return { ...(limit !== undefined && { upTo: limit }), cents: amountIn(price, 100) ?? -1 }
    }),
    ...(freeFromCents !== undefined && { freeFromCents }),
    days: daysIn(days),
    ...(isOff && { isOff }),
  }
}

const zoneDraft = ({ id, name, areas, ways }: Zone): ZoneDraft => ({
  id,
  name,
  areas: areas.map(areaDraft),
  ways: ways.map(wayDraft),
})

function draftOf({ home, assumedGrams, collection, zones }: Delivery): Draft {
  return {
    home: { country: home.country, region: home.region ?? '' },
    assumed: kilograms(assumedGrams),
    collection: collection && { ...collection, days: daysDraft(collection.days) },
    zones: zones.map(zoneDraft),
  }
}

function deliveryIn({ home, assumed, collection, zones }: Draft): Delivery {
  const assumedGrams = amountIn(assumed, 1000)
  return {
    home: { country: home.country, ...(home.region && { region: home.region }) },
    ...(assumedGrams !== undefined && { assumedGrams }),
    ...(collection && { collection: { ...collection, days: daysIn(collection.days) } }),
    zones: zones.map(({ id, name, areas, ways }) => ({
      id,
      name,
      areas: areas.map(areaIn),
      ways: ways.map(wayIn),
    })),
  }
}

const newWay = (): Way => ({
  id: shortId(),
  name: '',
  kind: 'parcel',
  by: 'flat',
  steps: [{ cents: -1 }],
  days: { least: 2, most: 4 },
})
const newZone = (): Zone => ({ id: shortId(), name: '', areas: [{ country: '' }], ways: [newWay()] })

/** The server's settings as a zone: saved as it is, nothing costs another price. */
function firstDelivery({ server: { deliveryFee, freeOver, days } }: SavedRates): Delivery {
  const cents = Math.round(deliveryFee * 100)
  return {
    home: { country: countryOfLanguage(navigator.language)?.code ?? '' },
    zones: [
      {
        id: shortId(),
        name: 'Everywhere',
        areas: [{ country: '*' }],
        ways: [
          {
            id: shortId(),
            name: 'Parcel',
            kind: 'parcel',
            by: 'flat',
            steps: [{ cents }],
            // “Over $100” is from $100.01 on.
            ...(cents > 0 && { freeFromCents: Math.round(freeOver * 100) + 1 }),
            days,
          },
        ],
      },
    ],
  }
}

export { DeliveryPage as Component }
