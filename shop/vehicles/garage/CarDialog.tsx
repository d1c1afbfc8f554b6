import { useState } from 'react'
import { Link } from 'react-router'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import { CarChooser } from '../chooser/CarChooser.tsx'
import type { Vehicle } from '../contract.ts'
import { built, readFacts } from '../facts.ts'
import { monthsInWords, readMonths } from '../months.ts'
import type { SavedCar } from './garage.ts'
import { chooseCar, currentCar, driveCar, mostCars, removeCar, useGarage } from './garage.ts'

type Props = { onClose: () => void; onChosen?: (car: SavedCar) => void }

/** Saved cars, and another one. */
export function CarDialog({ onClose, onChosen }: Props) {
  const { choose, problem } = useChoose((car) => {
    onClose()
    onChosen?.(car)
  })
  return (
    <WideDialog title="My car" onClose={onClose}>
      <GarageList onLeave={onClose} />
      <FormError text={problem} />
      <CarChooser onChoose={choose} />
    </WideDialog>
  )
}

export function useChoose(onChosen: (car: SavedCar) => void) {
  const [problem, setProblem] = useState<string>()
  async function choose(car: Vehicle, facts?: string) {
    if (await chooseCar(car, facts)) onChosen(currentCar()!)
    else setProblem(`There is room for ${mostCars()} cars. Remove one to save another.`)
  }
  return { problem, choose: (car: Vehicle, facts?: string) => void choose(car, facts) }
}

/** The saved cars: which one parts are compared with, and what was said about each. */
export function GarageList({ onLeave }: { onLeave?: () => void }) {
  const { cars, current, owner } = useGarage()
  if (cars.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="saved-cars">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="saved-cars" className="font-sans text-base font-semibold tracking-normal">
          Your cars
        </h2>
        <p className="text-sm text-muted">
          {cars.length} of {mostCars()}, {owner ? 'saved with your account' : 'saved in this browser'}
        </p>
      </div>
      <ul className="grid gap-2">
        {cars.map((car) => (
          <li key={car._id} className="panel flex items-center gap-2 py-1 pl-4 pr-1 shadow-none">
            <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="garage-car"
                checked={car._id === current}
                onChange={() => void driveCar(car._id)}
                className="size-5 flex-none accent-accent"
              />
              <span className="min-w-0">
                <span className="block font-medium">{car.name}</span>
                {car.facts && <span className="block text-sm text-muted">{factsInWords(car)}</span>}
              </span>
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${car.name}`}
              onClick={() => void removeCar(car._id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-6">
        {current && (
          <Link to={urls.needs()} onClick={onLeave} className="text-link inline-flex min-h-11 items-center">
            What your car needs
          </Link>
        )}
        {owner && (
          <Link
            to={urls.serviceHistory()}
            onClick={onLeave}
            className="text-link inline-flex min-h-11 items-center"
          >
            Service history
          </Link>
        )}
        {current && (
          <button type="button" className="text-link min-h-11" onClick={() => void driveCar('')}>
            Show parts without a car
          </button>
        )}
      </div>
    </section>
  )
}

const factsInWords = ({ facts }: SavedCar) =>
  Object.entries(readFacts(facts))
    .map(([attribute, value]) => {
      const months = attribute === built ? readMonths(value) : undefined
      return months ? `built ${monthsInWords(months)}` : `${attribute.replaceAll('-', ' ')} ${value}`
    })
    .join(', ')
