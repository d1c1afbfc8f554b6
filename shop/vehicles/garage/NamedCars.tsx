import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { toastError } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import { CarLinks } from '../chooser/CarLinks.tsx'
import type { NamedVehicles, Vehicle } from '../contract.ts'

type Props = { named: NamedVehicles; address: (car: Vehicle) => string }

const mostInSight = 3

/** Above the parts that a search has found: it names a car, which can be set. Without a script the link leads to what fits it. */
export function NamedCars({ named: { words, rest, cars }, address }: Props) {
  const navigate = useNavigate()
  async function set(event: MouseEvent, car: Vehicle) {
    event.preventDefault()
    try {
      const { setCar } = await onFirstUse(import('./set-car.ts'))
      // Where the garage is full, the list is for this car all the same.
      await setCar(car)
      await navigate(address(car))
    } catch (error) {
      toastError(error)
    }
  }
  const makes = [...new Set(cars.map(({ make }) => make))]
  const links = (some: Vehicle[]) => (
    <CarLinks cars={some} address={address} onChoose={(event, car) => void set(event, car)} />
  )
  return (
    <section className="mb-5 grid gap-2" aria-labelledby="named-cars">
      <h3 id="named-cars" className="font-sans text-base font-medium tracking-normal">
        “{words}” {meaningOf(words, cars)}, and see only {rest ? `“${rest}” for it` : 'what fits it'}
      </h3>
      {links(cars.slice(0, mostInSight))}
      {cars.length > mostInSight && (
        <details>
          <summary className="text-link min-h-11 cursor-pointer content-center text-sm">
            {cars.length - mostInSight} more
          </summary>
          {links(cars.slice(mostInSight))}
          {makes.length === 1 && (
            <Link
              to={urls.garage({ make: makes[0]! })}
              className="text-link flex min-h-11 items-center text-sm"
            >
              Another {makes[0]}
            </Link>
          )}
        </details>
      )}
    </section>
  )
}

/** One word, as a make or a model, says less than a car. */
function meaningOf(words: string, { length }: Vehicle[]) {
  if (length > 1) return 'may be one of these cars: set yours'
  return `${words.includes(' ') ? 'is a car' : 'may be this car'}: set it as yours`
}
