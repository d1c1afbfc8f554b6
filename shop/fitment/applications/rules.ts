import { withQuery } from '~/platform/client/route.ts'
import { urls } from '~/shop/urls.ts'
import { longestFitNote } from '../fitment-values.ts'

export const applicationStates = [
  'sending',
  'reading',
  'checking',
  'checked',
  'applying',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The shop works on it by itself. */
export const movingApplicationStates = ['reading', 'checking', 'applying', 'undoing'] as const
export const isApplicationsMoving = (state: ApplicationState) =>
  (movingApplicationStates as readonly string[]).includes(state)

/** Why nothing is made of some applications, in the order in which they are shown. */
export const asideReasons = {
  'no-car': 'No car of ours has this make and model',
  'no-vehicle': 'The vehicle is not in the vehicle tables',
  'no-year': 'None of our cars of this name is from these years',
  'no-part': 'The part is not in the shop',
  'several-parts': 'Several parts have this number: the file needs their brand',
  unreadable: 'The line cannot be read',
  'too-long': `What restricts it has more than ${longestFitNote} characters`,
  machine: 'It is about a machine, and no car',
  'nothing-to-remove': 'It takes away what nothing has said',
  'by-hand': 'Somebody has listed this car by hand: that counts',
} as const
export type AsideReason = keyof typeof asideReasons

export const noteMeanings = ['', 'restricts', 'informs', 'attribute'] as const

/** The page of one of them. */
export const addressOfFile = (id: string) => withQuery(urls.vehicles('applications'), { file: id })
