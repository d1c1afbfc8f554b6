import { use, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { urls } from '~/shop/urls.ts'
import { SlotsContext } from '../product/slots.ts'
import type { ListedView } from './shop-route.ts'

/** Part of the form of filters: the visitor's car, or the one that the address is about. */
export function CarFilter({ view, onChange }: { view: ListedView; onChange: () => void }) {
  const { car: mine } = use(SlotsContext)
  useFollowedCar(view)
  const isMine = mine !== undefined && (!view.car || view.car === mine.car)
  const { car, facts } = isMine ? mine : view
  if (!car) return null
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{isMine ? 'My car' : 'Car'}</legend>
      <input type="hidden" name="car" value={car} />
      <input type="hidden" name="facts" value={facts} />
      {/* What holds while the box is not ticked. */}
      <input type="hidden" name="fit" value={view.fit || 'all'} />
      <label className="flex min-h-11 items-center gap-3 text-[15px] lg:min-h-8">
        <input
          type="checkbox"
          name="fit"
          value="fits"
          defaultChecked={view.car !== '' && view.fit === ''}
          onChange={onChange}
          autoComplete="off"
          className="size-5 flex-none accent-accent"
        />
        <span>{`Only what fits ${isMine ? 'my' : 'this'} car`}</span>
      </label>
    </fieldset>
  )
}

/** A list for the visitor's car follows when another one is driven, or more is said about it. */
function useFollowedCar(view: ListedView) {
  const { car } = use(SlotsContext)
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
    const isAboutIt = last && shown.car === last.car
    if (!isAboutIt || (car?.car === last.car && car.facts === last.facts)) return
    const now = { car: car?.car ?? '', facts: car?.facts ?? '', ...(!car && { fit: '' }) }
    void navigate(urls.shop({ ...shown, ...now }), { replace: true, preventScrollReset: true })
  }, [car, navigate])
}
