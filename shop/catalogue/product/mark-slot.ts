import type { ComponentType } from 'react'
import { createContext } from 'react'

/** What others have to say about a part on its card; nothing until they are loaded. */
export const MarkSlot = createContext<ComponentType<{ productId: string }> | undefined>(undefined)
