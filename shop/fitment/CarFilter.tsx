import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListedView } from '~/shop/catalogue/shop-page/shop-route.ts'
import { urls } from '~/shop/urls.ts'
import { useCar } from '~/shop/vehicles/garage/garage.ts'

/** Part of the form of filters: the car of the browser, or the one that the address is about. */
export function CarFilter({ view, onChange }: { view: ListedView; onChange: () => void }) {
  const car = useCar()
  useFollowedCar(view)
  if (!car && !view.car) return null
  const isMine = car && (!view.car || view.car === car.vehicleId)
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 text-[15px] lg:min-h-8">
        <input
          type="checkbox"
          name="car"
          value={isMine ? car.vehicleId : view.car}
          defaultChecked={view.car !== ''}
          onChange={onChange}
          autoComplete="off"
          className="size-5 flex-none accent-accent"
        />
        <span>Only what fits {isMine ? 'my' : 'this'} car</span>
      </label>
      <input type="hidden" name="facts" value={isMine ? car.facts : view.facts} />
    </>
  )
}

/** A list for the visitor's car follows when another one is driven, or more is said about it. */
function useFollowedCar(view: ListedView) {
  const car = useCar()
  const navigate = useNavigate()
  const before = useRef(car)
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  useEffect(() => {
    const last = before.current
    before.current = car
    const shown = latest.current
    const isAboutIt = last && shown.car === last.vehicleId
    if (!isAboutIt || (car?.vehicleId === last.vehicleId && car.facts === last.facts)) return
    const now = { car: car?.vehicleId ?? '', facts: car?.facts ?? '', ...(!car && { fit: '' }) }
    void navigate(urls.shop({ ...shown, ...now }), { replace: true, preventScrollReset: true })
  }, [car, navigate])
}
