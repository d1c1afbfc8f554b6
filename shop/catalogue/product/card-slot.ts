import type { ComponentType } from 'react'
import type { Product } from '../contract.ts'

/** What else one can do with a part from its card: handed in once by those who know, the same for every page. */
export const cardSlot: { Action?: ComponentType<{ product: Product }> } = {}
