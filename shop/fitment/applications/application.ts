import { positionIn } from '../fitment-values.ts'

/** What a supplier says in one line: this part is for these cars. */
export type Application = {
  make: string
  model: string
  submodel: string
  /** Empty: for every engine. */
  engine: string
  /** Model years like `2003`, or months of production like `2003-10`: both ends are of one kind. */
  from: string
  to: string
  position: string
  quantity: number
  /** In the words of the supplier; each restricts until somebody has said otherwise. */
  notes: string[]
  /** What restricts and cannot be read: it stays open, whatever anybody says. */
  open?: string[]
  /** What else its engine may be called here. */
  alsoCalled?: string[]
  /** It has words of licensed tables. */
  isLicensed?: true
}

export const isInModelYears = ({ from }: Pick<Application, 'from'>) => from.length === 4

export const mostYears = 60
export const longestCell = 80

/** Signs stay: “< 09/2004” and “> 09/2004” are no equals. */
export const noteKey = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** What stands in cells where nothing is to be said. */
export const nothingSaid = new Set(['', '-', '–'])
const nowhere = new Set([...nothingSaid, 'n/a', 'na', 'none'])
export const placeIn = (text: string) => {
  const position = positionIn(text)
  return nowhere.has(position) ? '' : position
}
