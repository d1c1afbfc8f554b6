import type { ComponentType } from 'react'
import { createContext } from 'react'
import type { Product } from '../contract.ts'
import type { ListedView } from '../shop-page/shop-route.ts'

type Slot<Props> = ComponentType<Props> | undefined

/** What those who know the visitor's car have to say about a part on its card; nothing until they are loaded. */
export const MarkSlot = createContext<Slot<{ product: Product }>>(undefined)

/** Their “Only what fits my car” among the filters. */
export const CarFilterSlot = createContext<Slot<{ view: ListedView; onChange: () => void }>>(undefined)
