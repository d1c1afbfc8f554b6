import { excerpt } from '~/platform/text.ts'

export const productsOnHome = 3
export const mostPieces = 1_000_000
const cardDescriptionLength = 70

export const cardDescription = (description: string) => excerpt(description, cardDescriptionLength)

/** How names are compared and text is searched: case, accents and characters that nobody sees do not matter. */
export const searchable = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

type Stock = { availableQty: number; orderQty: number }

/** Fewer pieces than the minimum order cannot be bought. */
export const isOrderable = ({ availableQty, orderQty }: Stock) => availableQty > 0 && availableQty >= orderQty

export const noSuchProduct = 'There is no such product.'

/** How completely it is known which cars a part is for; the list itself stands elsewhere. */
export const fitKinds = ['unsaid', 'listed', 'listed-all', 'by-size', 'every-car'] as const
export type FitKind = (typeof fitKinds)[number]
