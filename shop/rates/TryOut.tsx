import { useState } from 'react'
import { api } from '~/platform/client/api.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { catalogueRoutes } from '~/shop/routes.ts'
import { PlaceFields } from './AreaFields.tsx'
import type { Delivery, Line, Offer } from './ways.ts'
import { offersFor, workingDays } from './ways.ts'

type Found = { name: string; line: Omit<Line, 'quantity'> }

/** Part, pieces and place: what a customer would see, by the form as it stands. Nothing is saved for it. */
export function TryOut({ delivery }: { delivery: Delivery }) {
  const [words, setWords] = useState('')
  const [pieces, setPieces] = useState('1')
  const [place, setPlace] = useState({ country: delivery.home.country, region: delivery.home.region ?? '' })
  const [postcode, setPostcode] = useState('')
  const [found, setFound] = useState<Found | 'nothing'>()

  async function find() {
    const [part] = await api(catalogueRoutes.listProducts, {
      query: { q: words, page: 1, limit: 1 },
    })
    setFound(
      part
        ? {
            name: part.productName,
            line: {
              unitCents: Math.round(part.price * 100),
              grams: part.weightGrams === '' ? null : part.weightGrams,
              ships: part.ships,
            },
          }
        : 'nothing',
    )
  }
  const quantity = Math.max(1, Number.parseInt(pieces, 10) || 1)
  const to = { country: place.country, ...(place.region && { region: place.region }), postcode }
  return (
    <section className="grid gap-3 rounded-card border border-line p-4 sm:p-5" aria-labelledby="try-out">
      <h3 id="try-out" className="text-lg">
        What a customer sees
      </h3>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field
          label="Part"
          value={words}
          placeholder="Name or number"
          onChange={({ target }) => setWords(target.value)}
        />
        <Field
          label="Pieces"
          inputMode="numeric"
          value={pieces}
          onChange={({ target }) => setPieces(target.value)}
        />
        <PlaceFields anyState="Any" value={place} onChange={setPlace} />
        <Field label="Postcode" value={postcode} onChange={({ target }) => setPostcode(target.value)} />
      </div>
      <button
        type="button"
        className="btn btn-quiet btn-small justify-self-start"
        onClick={() => void find()}
      >
        Try it
      </button>
      <output className="grid gap-1 text-sm empty:hidden">
        {found === 'nothing' && 'There is no such part.'}
        {found && found !== 'nothing' && (
          <>
            <b>
              {quantity} × {found.name}
            </b>
            <Offers offers={offersFor(delivery, [{ ...found.line, quantity }], to)} />
          </>
        )}
      </output>
    </section>
  )
}

const Offers = ({ offers }: { offers: Offer[] }) =>
  offers.length === 0 ? (
    <span>We do not deliver it there.</span>
  ) : (
    <ul className="grid gap-1">
      {offers.map(({ id, name, cents, days }) => (
        <li key={id}>
          {name}: {cents > 0 ? formatDollars(toDollars(cents)) : 'free'}, {workingDays(days)}
        </li>
      ))}
    </ul>
  )
