import { createContext } from 'react-router'
import type { VinAnswer } from '../contract.ts'

/** What the VIN of this request tells, when a form without a script has sent one. The VIN itself goes no further. */
export const vinContext = createContext<VinAnswer | null>(null)
