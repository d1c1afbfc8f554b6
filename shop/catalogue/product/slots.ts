import type { ComponentType } from 'react'
import { createContext } from 'react'
import type { Product } from '../contract.ts'
import type { ListedView } from '../shop-page/shop-route.ts'

/** What those who know more than the catalogue put beside its parts; each is missing until it is loaded. */
export type Slots = {
  /** On a card: what else one can do with the part. */
  CardAction?: ComponentType<{ product: Product }> | undefined
  /** On a card: whether the part fits the visitor's car. */
  Mark?: ComponentType<{ product: Product }> | undefined
  /** Among the filters: “Only what fits my car”. */
  CarFilter?: ComponentType<{ view: ListedView; onChange: () => void }> | undefined
}

export const SlotsContext = createContext<Slots>({})
