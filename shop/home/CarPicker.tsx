import { use, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { urls } from '~/shop/urls.ts'
import type { Step } from '~/shop/vehicles/contract.ts'
import type { FoundCars as FoundCarsList } from '~/shop/vehicles/garage/FoundCars.tsx'

/** The car first. Both faces have the same room, so nothing moves when the visitor's car is known. */
export function CarPicker({ makes }: { makes: Step[] }) {
  const { car, PickedCar } = use(SlotsContext)
  return (
    <div className="not-for-admins grid max-w-[49rem] rounded-card border border-line bg-raised text-ink shadow-lifted *:[grid-area:1/1]">
      <Picker makes={makes} isHidden={car !== undefined} />
      {car && PickedCar && <PickedCar car={car} />}
    </div>
  )
}

/** A plain form, which the garage answers without a script. What finds cars while one types comes with the first focus. */
function Picker({ makes, isHidden }: { makes: Step[]; isHidden: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const [FoundCars, setFoundCars] = useState<typeof FoundCarsList>()
  async function prepare() {
    // Without the connection for it, the garage searches.
    const loaded = await import('~/shop/vehicles/garage/FoundCars.tsx').catch(() => undefined)
    if (loaded) setFoundCars(() => loaded.FoundCars)
  }
  return (
    <form
      ref={form}
      method="post"
      action={urls.garage()}
      aria-labelledby="which-car"
      className={`grid content-start gap-3 p-4 md:px-6 md:py-5 ${isHidden ? 'invisible' : ''}`}
    >
      <h2 id="which-car" className="text-xl">
        Which car is it for?
      </h2>
      <div className="relative grid gap-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <SearchInput
          id="picked-car"
          label="Your car in words, its VIN or its engine code"
          icon="car"
          isLarge
          enterKeyHint="search"
          placeholder="golf 2.0 tdi 2006"
          onFocus={() => void prepare()}
        />
        <button type="submit" className="btn btn-main">
          Show what fits
        </button>
        {FoundCars && <FoundCars form={form} />}
      </div>
      <Makes makes={makes} />
    </form>
  )
}

const mostMakes = 10

const Makes = ({ makes }: { makes: Step[] }) => (
  <ul aria-label="Or choose the make" className="makes">
    {makes
      .toSorted((a, b) => b.cars - a.cars)
      .slice(0, mostMakes)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ key, name }) => (
        <li key={key}>
          <Link to={urls.garage({ make: key })} rel="nofollow" className="make">
            {name}
          </Link>
        </li>
      ))}
    {makes.length > mostMakes && (
      <li>
        <Link to={urls.garage()} className="make">
          All makes
        </Link>
      </li>
    )}
  </ul>
)
