import { useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { MarksSummary } from '~/shop/fitment/FitMark.tsx'
import { CarDialog } from '~/shop/vehicles/garage/CarDialog.tsx'
import { useCar } from '~/shop/vehicles/garage/garage.ts'

export { CarFilter } from '~/shop/fitment/CarFilter.tsx'
export { FitMark } from '~/shop/fitment/FitMark.tsx'

/** In the bar, once there is a car or an account: the driven car, and a dialog instead of the page about it. */
export function MyCarButton() {
  const [isOpen, setIsOpen] = useState(false)
  const car = useCar()
  return (
    <>
      <button type="button" className="my-car nav-link" onClick={() => setIsOpen(true)} title={car?.name}>
        <Icon name="car" />
        <span>
          <span className="sr-only">{car && 'My car: '}</span>
          {car?.name ?? 'My car'}
        </span>
      </button>
      <MarksSummary />
      {isOpen && <CarDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
