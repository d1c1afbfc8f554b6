import type { ComponentType } from 'react'
import type { PartData } from './load-part.ts'

/** What shows a part to visitors: there with the page of a part, downloaded for the log-in when somebody comes from one. */
export const partView: { WantedPart?: ComponentType<{ part: PartData }> } = {}
