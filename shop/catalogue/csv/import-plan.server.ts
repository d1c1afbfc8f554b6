import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductRow } from '~/database/tables.ts'
import { excerpt } from '~/platform/excerpt.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { requireFetchable } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isShown } from '~/shop/images/claim.server.ts'
import { addressToCome } from '~/shop/images/picture-fetches.server.ts'
import type { KnownAttribute } from '../attributes/known-attributes.ts'
import { knownAttributes } from '../attributes/known-attributes.ts'
import type { Change, FieldName, ProductValues } from '../fields/product-fields.ts'
import { changedFields, fieldNames } from '../fields/product-fields.ts'
import { smallestOrderWords, unpayableSmallestOrder } from '../fields/smallest-order.ts'
import { NewProduct } from '../manage/manage-contract.ts'
import { picturesIn, picturesOf } from '../pictures.ts'
import { searchable } from '../rules.ts'
import { toProduct } from '../store.server.ts'
import type { LineProblem, ProductLine } from './products-csv.server.ts'
import { inColumn, linesPerTurn, productsFromCsv } from './products-csv.server.ts'

const shownLength = 80
/** Of what is the same before a difference. */
const contextLength = 30

export type Changes = Partial<Record<FieldName, Change>>
type PlannedChange = { line: number; before: ProductRow; after: ProductValues; changes: Changes }
export type Plan = {
  adds: { line: number; product: ProductValues }[]
  changes: PlannedChange[]
  unchanged: number
  problems: LineProblem[]
  /** Pictures that are elsewhere, by the address of ours under which they will be shown. */
  wanted: Map<string, string>
}

/** What a line may name. */
export type Known = {
  categories: ReadonlySet<string>
  attributes: KnownAttribute[]
  imageHostUrl?: string | undefined
  reach?: Reach | undefined
}

/** By what the lines of a file name products: their ids, and the keys of their names. */
export type Named = { ids: string[]; nameKeys: string[] }

/** What a file would do to the products that are there now. Nothing is written. */
export async function planImport(
  csv: string,
  find: (named: Named) => Promise<ProductRow[]>,
  known: Known,
): Promise<Plan> {
  const { lines, problems } = await productsFromCsv(csv)
  const plan: Plan = { adds: [], changes: [], unchanged: 0, problems, wanted: new Map() }
  const existing = await find(namedIn(lines))
  const byName = new Map(existing.map((row) => [row.name_key, row]))
  const byId = new Map(existing.map((row) => [row.id, row]))
  const seenOn = new Map<string, number>()
  for (const [n, line] of lines.entries()) {
    if (n % linesPerTurn === 0) await nextTurn()
    planLine(line)
  }
  refuseTakenNames()
  plan.problems.sort((a, b) => a.line - b.line)
  return plan

  function planLine({ line, id, typed }: ProductLine) {
    const typedKey = keyOfName(typed)
    // By its id, or by its name where the file has no ids, or those of another shop.
    const before = byId.get(id) ?? byName.get(typedKey)
    if (!before && id && typed.productName === undefined)
      return complain(line, `There is no product with the _id “${id}”.`)
    // What the file has no column for stays as it is.
    const read = NewProduct.safeParse({ ...(before && toProduct(before)), ...typed })
    if (!read.success) return complain(line, read.error.issues[0]!.message)
    const key = searchable(read.data.productName)
    const twice = seenOn.get(key) ?? (before && seenOn.get(idKey(before)))
    if (twice) return complain(line, `The same product is on line ${twice} too.`)
    seenOn.set(key, line)
    if (before) seenOn.set(idKey(before), line)
    const unpayable = unpayableSmallestOrder(read.data, before && toProduct(before))
    if (unpayable) return complain(line, smallestOrderWords(unpayable))
    const shownBefore = before ? picturesOf(toProduct(before)) : []
    const isFromElsewhere = (address: string) =>
      !shownBefore.includes(address) && !isShown(address, known.imageHostUrl)
    const elsewhere = picturesOf(read.data).filter(isFromElsewhere)
    const refused = elsewhere.map(whyNotFetchable).find(Boolean)
    if (refused) return complain(line, inColumn('image', refused)!)
    const ours = new Map(elsewhere.map((address) => [address, addressToCome(address)]))
    read.data.image = ours.get(read.data.image) ?? read.data.image
    read.data.morePictures = picturesIn(read.data.morePictures)
      .map((address) => ours.get(address) ?? address)
      .join('\n')
    const attributes = knownAttributes(known.attributes, read.data.attributes)
    if ('problem' in attributes) return complain(line, inColumn('attributes', attributes.problem)!)
    read.data.attributes = attributes.text
    const { category } = read.data
    if (category && !known.categories.has(category))
      return complain(line, `There is no category “${category}”.`)
    for (const [address, own] of ours) plan.wanted.set(own, address)
    if (!before) return plan.adds.push({ line, product: read.data })
    const changes = changedFields(fieldNames, toProduct(before), read.data)
    if (Object.keys(changes).length === 0) plan.unchanged += 1
    else plan.changes.push({ line, before, after: read.data, changes })
  }
  /** A name may go from one product of the file to another; one that is not in the file keeps its own. */
  function refuseTakenNames() {
    for (const { line, before, after } of plan.changes) {
      const holder = byName.get(searchable(after.productName))
      if (holder && holder.id !== before.id && !seenOn.has(idKey(holder)))
        complain(line, `There is already a product named “${holder.product_name}”.`)
    }
  }
  function whyNotFetchable(address: string) {
    try {
      requireFetchable(address, known.reach)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }
  function complain(line: number, message: string) {
    plan.problems.push({ line, message })
  }
}

const namedIn = (lines: ProductLine[]): Named => ({
  ids: lines.map(({ id }) => id).filter(Boolean),
  nameKeys: lines.map(({ typed }) => keyOfName(typed)).filter(Boolean),
})

const keyOfName = ({ productName }: ProductLine['typed']) =>
  productName === undefined ? '' : searchable(productName)

/** No name begins with a space. */
const idKey = ({ id }: ProductRow) => ` ${id}`

/** As the admin is shown them. */
export const shortened = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, shortChange(change)]))

/** What is the same at the beginning of long texts is left out as far as it would hide the difference. */
function shortChange({ from, to }: Change): Change {
  if (typeof from !== 'string' || typeof to !== 'string') return { from, to }
  const [before, after] = [[...from], [...to]]
  if (Math.max(before.length, after.length) <= shownLength) return { from, to }
  const same = before.findIndex((character, n) => character !== after[n])
  const first = Math.max(0, (same < 0 ? before.length : same) - contextLength)
  const short = (text: string[]) => (first > 0 ? '…' : '') + excerpt(text.slice(first).join(''), shownLength)
  return { from: short(before), to: short(after) }
}

/** Two plans with the same key do the same: what the admin was shown is what is applied, or nothing is. */
export function keyOfPlan(plan: Plan) {
  const parts = [plan.adds, plan.changes.map(({ before, changes }) => [before.id, changes])]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
