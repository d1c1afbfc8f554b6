import type { Vehicle } from '~/shop/vehicles/contract.ts'
import { aboutVehicle, shortVehicleName } from '~/shop/vehicles/rules.ts'

type Props = {
  cars: Vehicle[]
  /** The driven car, which stands out. */
  mine: string | undefined
  isDemo: boolean
}

const shownAtOnce = 12

/** The cars that a part is listed for; nothing for a part without a list. */
export function CarsOfPart({ cars, mine, isDemo }: Props) {
  if (cars.length === 0) return null
  const isMine = ({ _id }: Vehicle) => _id === mine
  const sorted = [...cars.filter(isMine), ...cars.filter((car) => !isMine(car))]
  return (
    <section aria-labelledby="cars">
      <h2 id="cars">Cars it is listed for</h2>
      <Cars cars={sorted.slice(0, shownAtOnce)} mine={mine} label="Cars it is listed for" />
      {sorted.length > shownAtOnce && (
        <details>
          <summary className="text-link flex min-h-11 cursor-pointer items-center text-sm">
            {sorted.length - shownAtOnce} more
          </summary>
          <Cars cars={sorted.slice(shownAtOnce)} mine={mine} label="More cars it is listed for" />
        </details>
      )}
      {isDemo && (
        <p className="mt-2.5 text-[13px] text-muted">Example data: the parts of this demo are invented.</p>
      )}
    </section>
  )
}

const Cars = ({ cars, mine, label }: { cars: Vehicle[]; mine: string | undefined; label: string }) => (
  <ul aria-label={label} className="text-sm">
    {cars.map((car) => (
      <li
        key={car._id}
        className={`flex flex-wrap justify-between gap-x-4 border-b border-line py-2 ${car._id === mine ? 'font-semibold' : ''}`}
      >
        <span title={car.name}>
          {shortVehicleName(car)}{' '}
          <span className="text-[13px] font-normal text-muted">
            {[car.make, car.engineCode].filter(Boolean).join(', ')}
          </span>
        </span>
        <span className="text-[13px] text-muted">{aboutVehicle(car)}</span>
      </li>
    ))}
  </ul>
)
