import { counted } from '~/platform/figures.ts'
import { mostPieces } from '../rules.ts'

/** What a product must be, said in the same words by the form in the browser and by the server. */
export const longestName = 120
export const longestDescription = 5000
const highestPrice = 1_000_000
const longestAddress = 2000

export type ProductField = keyof typeof problemOf
export type TypedProduct = Record<ProductField, string>

const pieces = (label: string, least: number) => (typed: string) => {
  if (!typed) return `${label} is required`
  if (!/^\d{1,10}$/.test(typed)) return `${label} must be a whole number`
  if (Number(typed) < least) return `${label} must be at least ${least}`
  if (Number(typed) > mostPieces) return `${label} must be at most ${counted(mostPieces)}`
  return undefined
}

/** Nothing typed is nothing to add. */
export const piecesToAddProblem = (typed: string) => (typed ? pieces('Pieces to add', 1)(typed) : undefined)

const text = (label: string, longest: number) => (typed: string) => {
  if (!typed) return `${label} is required`
  if (typed.length > longest) return `${label} must be at most ${longest} characters`
  return undefined
}

/** What stands in the way of each field, for text as it was typed. */
export const problemOf = {
  productName: text('Product name', longestName),
  availableQty: pieces('Available quantity', 0),
  orderQty: pieces('Minimum order quantity', 1),
  price: (typed: string) => {
    if (!typed) return 'Price is required'
    if (!/^\d+(\.\d{1,2})?$/.test(typed)) return 'Price must be in dollars with at most two decimals'
    if (Number(typed) > highestPrice) return `Price must be at most ${counted(highestPrice)}`
    return undefined
  },
  productDescription: text('Product description', longestDescription),
  image: (typed: string) => {
    if (!typed) return 'Image is required'
    if (isOwnPicture(typed) || isWebAddress(typed)) return undefined
    return 'Image must be the address of a picture'
  },
}

/** The same for a field as it stands in a form. */
export const formProblems = Object.fromEntries(
  Object.entries(problemOf).map(([name, problem]) => [name, (typed: string) => problem(typed.trim())]),
) as typeof problemOf

export const productFields = Object.keys(problemOf) as ProductField[]

export function productProblems(typed: Partial<TypedProduct>) {
  const problems: Partial<TypedProduct> = {}
  for (const field of productFields) {
    if (typed[field] === undefined) continue
    const problem = problemOf[field](typed[field].trim())
    if (problem) problems[field] = problem
  }
  return problems
}

/** Exactly: by way of the digits, because 19.99 × 100 is not 1999. */
export function toCents(typed: string) {
  const [dollars = '0', cents = ''] = typed.trim().split('.')
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

const isOwnPicture = (address: string) => /^\/(images|products)\/[\w-]{1,80}-1200\.webp$/.test(address)
const isWebAddress = (address: string) =>
  address.length <= longestAddress && /^https?:\/\//i.test(address) && URL.canParse(address)
