import { useState } from 'react'
import { Link, useNavigate, useRouteLoaderData } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Slots, VisitorCar } from '~/shop/catalogue/product/slots.ts'
import { FitMark, MarksSummary } from '~/shop/fitment/FitMark.tsx'
import { useHasCarLine } from '~/shop/page.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { CarDialog } from '~/shop/vehicles/garage/CarDialog.tsx'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { currentCar, garageStore, useCar } from '~/shop/vehicles/garage/garage.ts'
import type { ShopRouteData } from './shop-route.tsx'

/** In the bar, once there is a car or an account: the driven car, and a dialog instead of the page about it. */
export function MyCarButton() {
  const car = useCar()
  const { open, dialog } = useCarDialog()
  return (
    <>
      <button type="button" className="my-car nav-link not-for-staff" onClick={open} title={car?.name}>
        <Icon name="car" />
        <span>
          <span className="sr-only">{car && 'My car: '}</span>
          {car?.shortName ?? 'My car'}
        </span>
      </button>
      <MarksSummary />
      {dialog}
    </>
  )
}

/** In the line under the bar. */
function ChangeCar({ text }: { text: string }) {
  const { open, dialog } = useCarDialog()
  return (
    <>
      <button type="button" className="text-link car-line-link" onClick={open}>
        {text}
        <span className="sr-only"> the car</span>
      </button>
      {dialog}
    </>
  )
}

/** On the home page, in place of the question. */
const PickedCar = ({ car: { car, facts, shortName, about, fitting } }: { car: VisitorCar }) => (
  <div className="flex flex-wrap content-center items-center gap-x-4 gap-y-3 p-4 md:px-6 md:py-5">
    <div className="mr-auto">
      <p className="text-sm text-muted">Your car</p>
      <h2 className="text-xl">{shortName}</h2>
      <p className="text-sm text-muted">{about}</p>
    </div>
    <Link to={urls.garage()} className="text-link flex min-h-11 items-center">
      Change<span className="sr-only"> the car</span>
    </Link>
    <Link to={urls.shop({ car, facts })} rel="nofollow" className="btn btn-main max-sm:w-full">
      {fitting === undefined ? 'Show what fits' : `Show the ${countOf(fitting, 'part')} that fit`}
    </Link>
  </div>
)

/** A chosen car leads to the list for it. A part and the cart say themselves how it fits. */
function useCarDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const list = useRouteLoaderData<ShopRouteData>('shop')?.list
  const isSaidHere = useHasCarLine() && !list
  const navigate = useNavigate()
  function show({ vehicleId: car, facts }: SavedCar) {
    if (isSaidHere) return
    const address = urls.shop({ ...list, page: 1, car, facts })
    void navigate(address, { replace: Boolean(list?.car) })
  }
  const dialog = isOpen && <CarDialog onClose={() => setIsOpen(false)} onChosen={show} />
  return { open: () => setIsOpen(true), dialog }
}

/** Shows the driven car now and when it changes, with the number of parts that fit it: the line about it comes whole. */
export function watchCar(show: (car: VisitorCar | undefined) => void) {
  let asked = ''
  async function tell() {
    const driven = currentCar()
    if (!driven) {
      asked = ''
      return show(undefined)
    }
    const { vehicleId: car, facts, shortName, about } = driven
    const key = `${car} ${facts}`
    if (key === asked) return
    asked = key
    const query = { car, facts, page: 1, limit: 1 }
    const found = await getByHttp(catalogueRoutes.listProducts, { query }).catch(() => undefined)
    if (key === asked) show({ car, facts, shortName, about, fitting: found?.total })
  }
  void tell()
  return garageStore.subscribe(() => void tell())
}

export const slots: Slots = { Mark: FitMark, ChangeCar, PickedCar }
