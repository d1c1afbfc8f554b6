import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { workingDays } from '~/shop/rates/ways.ts'
import type { BuyingSettings } from './buying-terms.ts'
import { arrivalDays, deliveryWords, usualDays } from './buying-terms.ts'

export const useBuyingSettings = () => useRouteLoaderData<{ buying: BuyingSettings }>('root')!.buying

type Props = {
  /** In dollars, what one would order here; left out where the sum stands beside it with its delivery. */
  goods?: number | undefined
  /** Of which part, and how many: where delivery goes by weight. */
  part?: Product
  quantity?: number
  /** Left out where the card is asked for. */
  saysHowToPay?: boolean
  /** More of the same list. */
  children?: ReactNode
}

/** What one wants to know before one buys, the same at every buying point. */
export function BuyingTerms({ goods, part, quantity, saysHowToPay = true, children }: Props) {
  const settings = useBuyingSettings()
  const { returnDays } = settings
  return (
    <ul className="grid gap-2 text-sm">
      <Term icon="truck">
        <Arrival isStrong />
      </Term>
      {goods !== undefined && <Term icon="box">{deliveryWords(goods, settings, part, quantity)}</Term>}
      {returnDays > 0 && <Term icon="return">Return within {returnDays} days</Term>}
      {saysHowToPay && <Term icon="shield">Pay by card</Term>}
      {children}
    </ul>
  )
}

/** A line of the list. */
export const Term = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2.5 [&>.icon]:size-5 [&>.icon]:text-muted">
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

/** The days where the reader is; a page from the cache says how many, until scripts know today. One line each. */
export function Arrival({ isStrong = false }: { isStrong?: boolean }) {
  const deliveryDays = usualDays(useBuyingSettings())
  const isHydrated = useHydrated()
  const when = isHydrated ? arrivalDays(new Date(), deliveryDays) : workingDays(deliveryDays)
  return (
    <>
      Arrives {!isHydrated && 'in '}
      {isStrong ? <b className="font-semibold">{when}</b> : when}
    </>
  )
}
