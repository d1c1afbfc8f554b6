import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductRow } from '~/database/tables.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { requireFetchable } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Changes, CsvLine, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { Refusal } from '~/platform/refusal.ts'
import { excerpt } from '~/platform/text.ts'
import { isShown } from '~/shop/images/claim.server.ts'
import { addressToCome } from '~/shop/images/picture-fetches.server.ts'
import { addressOfDrawing } from '~/shop/images/rules.ts'
import { knownAttributes } from '../attributes/known-attributes.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { categoryRows } from '../categories/store-categories.server.ts'
import type { Change, ProductValues } from '../fields/product-fields.ts'
import { changedFields, fieldNames } from '../fields/product-fields.ts'
import { NewProduct, smallestOrderWords, unpayableSmallestOrder } from '../manage/manage-contract.ts'
import { nameInKey, numberedNameKey, ownNumbers } from '../name-keys.ts'
import { lineKey, readNumbers } from '../numbers/number-lines.ts'
import { pictureProblem, picturesIn, picturesOf } from '../pictures.ts'
import { searchable } from '../rules.ts'
import { toProduct } from '../store.server.ts'
import { knownProducts } from './known-products.server.ts'
import type { ProductLine } from './read-sheet.server.ts'
import { inColumn } from './read-sheet.server.ts'

/** Requests of customers come between the lines of a long file. */
const linesPerTurn = 200
const shownLength = 80
/** Of what is the same before a difference. */
const contextLength = 30

export type ProductToSave = {
  before?: ProductRow
  after: ProductValues
  nameKey: string
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
  const categories = await context.sharing(categoryRows(context.db)).execute()
  const attributesKnown = await attributeRows(context.db).execute()
  const known = await knownProducts(context, lines)
  for (const [n, line] of lines.entries()) {
    if (n % linesPerTurn === 0) await nextTurn()
    planLine(line)
  }
  return plan

  function planLine({ line, values }: CsvLine<ProductLine>) {
    const problems: string[] = []
    const note = (message: string) => plan.notes.push({ line, message })
    const found = known.find(values)
    if ('problem' in found) return complain(line, [found.problem])
    const { before } = found
    const { sheet } = values
    if (!before && sheet && !values.typed.productName) {
      if (sheet.own) return note('The part number is none of this shop, and there is no name for a new part')
      return complain(line, ['There is neither a part number nor a name'])
    }
    const typed = sheet ? fromSheet(values, before, note) : values.typed
    // What the file has no column for stays as it is.
    const read = NewProduct.safeParse({ ...(before && toProduct(before)), ...typed })
    if (!read.success) return complain(line, [...new Set(read.error.issues.map(({ message }) => message))])
    const after = read.data
    const twice = seenTwice(line, after, before)
    if (twice) return complain(line, [`The same product is on line ${twice} too.`])
    const unpayable = unpayableSmallestOrder(after, before && toProduct(before))
    if (unpayable) problems.push(smallestOrderWords(unpayable))
    const shownBefore = before ? picturesOf(toProduct(before)) : []
    const isFromElsewhere = (address: string) =>
      !shownBefore.includes(address) && !isShown(address, imageHostUrl)
    const elsewhere = picturesOf(after).filter(isFromElsewhere)
    const refused = elsewhere.map(whyNotFetchable).find(Boolean)
    if (refused) problems.push(inColumn('image', refused)!)
    const ours = new Map(elsewhere.map((address) => [address, addressToCome(address)]))
    after.image = ours.get(after.image) ?? after.image
    after.morePictures = picturesIn(after.morePictures)
      .map((address) => ours.get(address) ?? address)
      .join('\n')
    const attributes = knownAttributes(attributesKnown, after.attributes)
    if ('problem' in attributes) problems.push(inColumn('attributes', attributes.problem)!)
    else after.attributes = attributes.text
    if (after.category && !categories.some(({ id }) => id === after.category))
      problems.push(`There is no category “${after.category}”.`)
    const holder = known.holderOfNumber(after, before)
    if (holder) problems.push(`“${holder.number}” is already the own number of “${holder.name}”.`)
    const name = nameFor(line, after, before)
    if (name.problem) problems.push(name.problem)
    if (problems.length > 0) return complain(line, problems)
    const row = { after, elsewhere, nameKey: name.key }
    if (!before) return plan.adds.push({ line, key: name.key, name: after.productName, row, changes: {} })
    const changes = changedFields(fieldNames, toProduct(before), after)
    if (Object.keys(changes).length === 0) plan.unchanged += 1
    else
      plan.changes.push({
        line,
        key: before.id,
        name: before.product_name,
        row: { ...row, before, takesNameOf: name.takenFrom },
        changes,
        shown: shortened(asNamed(changes, elsewhere)),
      })
  }

  /** As our own files have it. What cannot be used, but need not be, is noted; a new part waits for what it lacks. */
  function fromSheet(
    { typed, sheet }: ProductLine,
    before: ProductRow | undefined,
    note: (message: string) => void,
  ): ProductLine['typed'] {
    const { category, price, image, ...given } = typed
    const kind = category && categoryNamed(category)
    if (category && !kind) note(`“${excerpt(category, 60)}” is no category of this shop`)
    // Whoever sends a list says so of what has no price yet; nobody gives parts away.
    const hasPrice = price !== undefined && Number(price) !== 0
    if (price !== undefined && !hasPrice) note('A price of 0 is left out')
    const problem = image === undefined ? undefined : pictureProblem('Image', image)
    if (problem) note('What stands for the picture is not the address of one')
    const hasPicture = image !== undefined && !problem
    const lines = (name: 'numbers' | 'attributes', more: string[]) =>
      more.length > 0 && { [name]: withLines(name, given[name] ?? before?.[name] ?? '', more) }
    const all = {
      ...given,
      ...(kind && { category: kind }),
      ...(hasPrice && { price }),
      ...(hasPicture && { image }),
      ...lines('numbers', sheet!.numbers),
      ...lines('attributes', sheet!.attributes),
    }
    if (before) return all
    if (!hasPrice) note('Waits as Hidden: it has no price yet')
    if (!hasPicture) note('Waits as Hidden: it has no picture yet')
    return {
      availableQty: '0',
      orderQty: '1',
      price: '0',
      productDescription: typed.productName!,
      image: addressOfDrawing(groupOf(kind ?? '')),
      ...((!hasPrice || !hasPicture) && { visibility: 'hidden' }),
      ...all,
    }
  }
  /** By its id or its name. */
  function categoryNamed(text: string) {
    const key = searchable(text)
    return categories.find(({ id, name }) => id === text || searchable(name) === key)?.id
  }
  function groupOf(category: string) {
    return categories.find(({ id }) => id === category)?.parent_id ?? category
  }

  /** On which line the same part was; else it is on this one. */
  function seenTwice(line: number, after: ProductValues, before: ProductRow | undefined) {
    const keys = before ? [idKey(before)] : ownKeysOf(after)
    const twice = keys.map((key) => seenOn.get(key)).find(Boolean)
    if (twice) return twice
    for (const key of keys) seenOn.set(key, line)
    if (before) owed.delete(idKey(before))
    return undefined
  }

  /** A name may go from one product of the file to another; one that is not in the file keeps its own. */
  function nameFor(
    line: number,
    after: ProductValues,
    before: ProductRow | undefined,
  ): { key: string; problem?: string; takenFrom?: string } {
    const plain = searchable(after.productName)
    const onLine = seenOn.get(plain)
    if (before && nameInKey(before.name_key) === plain && before.name_key !== plain)
      return { key: before.name_key }
    const numbered = numberedNameKey(after)
    const holder = known.holderOfName(plain)
    const isTaken = holder !== undefined && holder.id !== before?.id
    if ((onLine || isTaken) && numbered) return { key: numbered }
    if (onLine) return { key: plain, problem: `The same product is on line ${onLine} too.` }
    seenOn.set(plain, line)
    if (!isTaken) return { key: plain }
    const message = `There is already a product named “${holder.product_name}”.`
    if (!before) return { key: plain, problem: message }
    if (!seenOn.has(idKey(holder))) owed.set(idKey(holder), { line, message })
    return { key: plain, takenFrom: holder.id }
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
  function complain(line: number, messages: string[]) {
    plan.problems.push(...messages.map((message) => ({ line, message })))
  }
}

/** With those that are new. Of an attribute there is one value. */
function withLines(name: 'numbers' | 'attributes', text: string, more: string[]) {
  const keyOf = (line: string) => {
    if (name === 'attributes') return searchable(line.split(':', 1)[0]!)
    return lineKey(readNumbers(line)[0]!)
  }
  const lines = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [keyOf(line), line]),
  )
  for (const line of more) {
    const key = keyOf(line)
    if (name === 'attributes' || !lines.has(key)) lines.set(key, line)
  }
  return [...lines.values()].join('\n')
}

/** No name begins with a space. */
const idKey = ({ id }: ProductRow) => ` ${id}`
const ownKey = ({ brandKey, numberKey }: { brandKey: string; numberKey: string }) =>
  ` ${brandKey}\n${numberKey}`
const ownKeysOf = (product: Pick<ProductValues, 'brand' | 'numbers'>) => ownNumbers(product).map(ownKey)

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
