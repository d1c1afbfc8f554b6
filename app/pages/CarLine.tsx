import type { ReactNode } from 'react'
import { use } from 'react'
import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { urls } from '~/shop/urls.ts'
import type { ShopRouteData } from './shop-route.tsx'

/** The pages about parts for a car stand below the line that says for which. */
export const Component = () => (
  <>
    <CarLine />
    <Outlet />
  </>
)

/** As high with a car as without one, so nothing moves when the visitor's is known. */
export function CarLine() {
  const shown = useShownCar()
  return (
    <section aria-label="My car" className="car-bar not-for-staff border-b border-line bg-surface">
      <div className="container-page h-13 text-sm md:h-11">
        {shown ? (
          <Row key="car" name={shown.shortName} change="Change">
            <span className="flex-none text-muted max-lg:hidden">{shown.about}</span>
            {shown.fitting !== undefined && (
              <span className="car-line-count">{countOf(shown.fitting, 'part')} fit</span>
            )}
            <Link to={shown.other.to} rel="nofollow" className="text-link car-line-link">
              {shown.other.text}
            </Link>
          </Row>
        ) : (
          <Row key="no car" name="Choose your car" change="Choose" isHidden>
            <span className="car-line-count">and see what fits</span>
          </Row>
        )}
      </div>
    </section>
  )
}

type RowProps = {
  name: string
  change: string
  /** Until the car is shown that this browser has. */
  isHidden?: boolean
  children: ReactNode
}

function Row({ name, change, isHidden = false, children }: RowProps) {
  const { ChangeCar } = use(SlotsContext)
  return (
    <div className={`car-line ${isHidden ? 'in-case-of-no-car' : ''}`}>
      <Icon name="car" />
      <b className="truncate font-semibold">{name}</b>
      {children}
      {ChangeCar ? (
        <ChangeCar text={change} />
      ) : (
        <Link to={urls.garage()} className="text-link car-line-link">
          {change}
          <span className="sr-only"> the car</span>
        </Link>
      )}
    </div>
  )
}

/** The car of the list, or else the visitor's, with the way to its other parts. */
function useShownCar() {
  const { list, fitting } = useRouteLoaderData<ShopRouteData>('shop') ?? {}
  const { car: mine } = use(SlotsContext)
  const view = { ...list, page: 1 }
  if (list?.facets.fit) {
    const { shortName, about } = list.facets.fit
    const other = list.fit
      ? { to: urls.shop({ ...view, fit: '' }), text: 'Show what fits' }
      : { to: urls.shop({ ...view, fit: 'all' }), text: 'Show all' }
    return { shortName, about, fitting, other }
  }
  if (!mine) return undefined
  const { car, facts } = mine
  return { ...mine, other: { to: urls.shop({ ...view, car, facts }), text: 'Show them' } }
}
