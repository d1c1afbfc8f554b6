import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { requireFetchable } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Changes, CsvLine, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { Refusal } from '~/platform/refusal.ts'
import { excerpt } from '~/platform/text.ts'
import { isShown } from '~/shop/images/claim.server.ts'
import { addressToCome } from '~/shop/images/picture-fetches.server.ts'
import { knownAttributes } from '../attributes/known-attributes.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { categoryRows } from '../categories/store-categories.server.ts'
import type { Change, FieldName, ProductValues } from '../fields/product-fields.ts'
import { changedFields, fieldNames, fieldOf } from '../fields/product-fields.ts'
import { NewProduct, smallestOrderWords, unpayableSmallestOrder } from '../manage/manage-contract.ts'
import { picturesIn, picturesOf } from '../pictures.ts'
import { searchable } from '../rules.ts'
import { toProduct } from '../store.server.ts'

/** Requests of customers come between the lines of a long file. */
const linesPerTurn = 200
const shownLength = 80
/** Of what is the same before a difference. */
const contextLength = 30

/** What was typed into each column that the file has. */
export type ProductLine = { id: string; typed: Partial<Record<FieldName, string>> }
export type ProductToSave = {
  before?: ProductRow
  after: ProductValues
  /** Pictures that are elsewhere and will be fetched. */
  elsewhere: string[]
  /** The product whose name it gets, and which another line gives another one. */
  takesNameOf?: string | undefined
}
/** From where pictures may be. */
export type PictureSources = { imageHostUrl?: string | undefined; reach?: Reach | undefined }

/** What a file would do to the products that are there now. Locks what it names, and nothing else. */
export async function planProducts(
  context: PlanContext,
  lines: CsvLine<ProductLine>[],
  { imageHostUrl, reach }: PictureSources,
) {
  const plan = emptyPlan<ProductToSave>()
  const { seenOn, owed } = context
  const categories = new Set((await context.sharing(categoryRows(context.db)).execute()).map(({ id }) => id))
  const attributesKnown = await attributeRows(context.db).execute()
  const existing = await namedProducts(context, lines)
  const byName = new Map(existing.map((row) => [row.name_key, row]))
  const byId = new Map(existing.map((row) => [row.id, row]))
  for (const [n, line] of lines.entries()) {
    if (n % linesPerTurn === 0) await nextTurn()
    planLine(line)
  }
  return plan

  function planLine({ line, values: { id, typed } }: CsvLine<ProductLine>) {
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
    if (before) {
      seenOn.set(idKey(before), line)
      owed.delete(idKey(before))
    }
    const unpayable = unpayableSmallestOrder(read.data, before && toProduct(before))
    if (unpayable) return complain(line, smallestOrderWords(unpayable))
    const shownBefore = before ? picturesOf(toProduct(before)) : []
    const isFromElsewhere = (address: string) =>
      !shownBefore.includes(address) && !isShown(address, imageHostUrl)
    const elsewhere = picturesOf(read.data).filter(isFromElsewhere)
    const refused = elsewhere.map(whyNotFetchable).find(Boolean)
    if (refused) return complain(line, inColumn('image', refused)!)
    const ours = new Map(elsewhere.map((address) => [address, addressToCome(address)]))
    read.data.image = ours.get(read.data.image) ?? read.data.image
    read.data.morePictures = picturesIn(read.data.morePictures)
      .map((address) => ours.get(address) ?? address)
      .join('\n')
    const attributes = knownAttributes(attributesKnown, read.data.attributes)
    if ('problem' in attributes) return complain(line, inColumn('attributes', attributes.problem)!)
    read.data.attributes = attributes.text
    const { category } = read.data
    if (category && !categories.has(category)) return complain(line, `There is no category “${category}”.`)
    const after = read.data
    if (!before)
      return plan.adds.push({ line, key, name: after.productName, row: { after, elsewhere }, changes: {} })
    const changes = changedFields(fieldNames, toProduct(before), after)
    if (Object.keys(changes).length === 0) plan.unchanged += 1
    else
      plan.changes.push({
        line,
        key: before.id,
        name: before.product_name,
        row: { before, after, elsewhere, takesNameOf: nameTakenFrom(line, key, before) },
        changes,
        shown: shortened(asNamed(changes, elsewhere)),
      })
  }
  /** A name may go from one product of the file to another; one that is not in the file keeps its own. */
  function nameTakenFrom(line: number, key: string, before: ProductRow) {
    const holder = byName.get(key)
    if (!holder || holder.id === before.id) return undefined
    const message = `There is already a product named “${holder.product_name}”.`
    if (!seenOn.has(idKey(holder))) owed.set(idKey(holder), { line, message })
    return holder.id
  }
  function whyNotFetchable(address: string) {
    try {
      requireFetchable(address, reach)
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

async function namedProducts({ db, engine, locking }: PlanContext, lines: CsvLine<ProductLine>[]) {
  const ids = lines.map(({ values }) => values.id).filter(Boolean)
  const nameKeys = lines.map(({ values }) => keyOfName(values.typed)).filter(Boolean)
  const isNamed = sql<SqlBool>`(${among(engine, 'id', ids)} or ${among(engine, 'name_key', nameKeys)})`
  const rows: ProductRow[] = await locking(
    db.selectFrom('products').selectAll().where(isNamed).orderBy('id'),
  ).execute()
  return rows
}

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

/** With the addresses of pictures that the file has. */
const asNamed = ({ image, morePictures, ...changes }: Changes, elsewhere: string[]): Changes => {
  const inFile = new Map(elsewhere.map((address) => [addressToCome(address), address]))
  const named = ({ from, to }: Change) => ({
    from,
    to: String(to)
      .split('\n')
      .map((address) => inFile.get(address) ?? address)
      .join('\n'),
  })
  return {
    ...changes,
    ...(image && { image: named(image) }),
    ...(morePictures && { morePictures: named(morePictures) }),
  }
}

/** Says in which column it is, where the message itself does not. */
export function inColumn(name: FieldName, problem: string | undefined) {
  const { label } = fieldOf(name)
  return problem === undefined || problem.startsWith(label) ? problem : `${label}: ${problem}`
}
