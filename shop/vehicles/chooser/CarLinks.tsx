import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { ChooserStep, Vehicle } from '../contract.ts'
import { monthsInWords } from '../months.ts'
import { powerInWords } from '../rules.ts'

type Follow = (event: MouseEvent, key: string) => void

/** Makes or models. Links, so that they lead on without a script; a dialog follows them itself. */
export const StepLinks = ({
  steps,
  address,
  onFollow,
}: {
  steps: ChooserStep[]
  address: (key: string) => string
  onFollow?: Follow
}) => (
  <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
    {steps.map(({ key, name, cars }) => (
      <li key={key}>
        <Link
          to={address(key)}
          rel="nofollow"
          onClick={(event) => onFollow?.(event, key)}
          className="choice-link justify-between"
        >
          <span className="font-medium">{name}</span>
          <span className="text-sm text-muted">
            {cars}
            <span className="sr-only"> {cars === 1 ? 'car' : 'cars'}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

/** Without a script a car cannot be remembered, and leads to the parts that fit it. */
export const CarLinks = ({
  cars,
  address = ({ _id }) => urls.shop({ car: _id }),
  onChoose,
}: {
  cars: Vehicle[]
  address?: (car: Vehicle) => string
  onChoose: (event: MouseEvent, car: Vehicle) => void
}) => (
  <ul className="grid gap-2" aria-label={countOf(cars.length, 'car')}>
    {cars.map((car) => (
      <li key={car._id}>
        <Link
          to={address(car)}
          rel="nofollow"
          onClick={(event) => onChoose(event, car)}
          className="choice-link"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{car.name}</span>
            <span className="block text-sm text-muted">{aboutCar(car)}</span>
          </span>
          <Icon name="arrow" />
        </Link>
      </li>
    ))}
  </ul>
)

const aboutCar = ({ body, fuel, powerKw, builtFrom, builtTo }: Vehicle) =>
  [
    body,
    fuel,
    powerKw && powerInWords(powerKw),
    `built ${monthsInWords({ from: builtFrom, to: builtTo || null })}`,
  ]
    .filter(Boolean)
    .join(', ')
