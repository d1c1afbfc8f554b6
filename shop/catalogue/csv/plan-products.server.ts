import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ProductRow } from '~/database/tables.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { requireFetchable } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { CsvLine, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { Refusal } from '~/platform/refusal.ts'
import { excerpt } from '~/platform/text.ts'
import { isShown } from '~/shop/images/claim.server.ts'
import { addressToCome } from '~/shop/images/picture-fetches.server.ts'
import { addressOfDrawing } from '~/shop/images/rules.ts'
import { knownAttributes } from '../attributes/known-attributes.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { categoryRows } from '../categories/store-categories.server.ts'
import type { ProductValues } from '../fields/product-fields.ts'
import { changedFields, fieldNames } from '../fields/product-fields.ts'
import { NewProduct, smallestOrderWords, unpayableSmallestOrder } from '../manage/manage-contract.ts'
import { nameInKey, numberedNameKey, ownNumbers } from '../name-keys.ts'
import { lineKey, mostNumbers, readNumbers } from '../numbers/number-lines.ts'
import { pictureProblem, picturesIn, picturesOf } from '../pictures.ts'
import { keepOwn } from '../pies/keep-own.server.ts'
import type { Supplied } from '../pies/supplied.server.ts'
import { suppliedOf } from '../pies/supplied.server.ts'
import { searchable } from '../rules.ts'
import { toProduct } from '../store.server.ts'
import { knownProducts } from './known-products.server.ts'
import type { ProductLine } from './read-sheet.server.ts'
import { inColumn } from './read-sheet.server.ts'
import { asNamed, shortened } from './shown-changes.server.ts'

/** Requests of customers come between the lines of a long file. */
const linesPerTurn = 200

export type ProductToSave = {
  before?: ProductRow
  after: ProductValues
  nameKey: string
  /** Pictures that are elsewhere and will be fetched. */
  elsewhere: string[]
  /** The product whose name it gets, and which another line gives another one. */
  takesNameOf?: string | undefined
  /** What is to be remembered of a file of the maker. */
  supplied?: Supplied | undefined
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
  const isSupplied = lines.some(({ values }) => values.supplied)
  const suppliedBefore = await suppliedOf(context.db, isSupplied ? known.ids : [])
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
    const { sheet, supplied } = values
    for (const message of supplied?.notes ?? []) note(message)
    if (supplied && isGone(values, before, note)) return
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
    const attributes = knownAttributes(attributesKnown, after.attributes)
    if ('problem' in attributes) problems.push(inColumn('attributes', attributes.problem)!)
    else after.attributes = attributes.text
    const wanted = wantedPictures(before, after)
    const merged =
      supplied && keepOwn({ before: before && toProduct(before), after, line: values, last: last(before) })
    Object.assign(after, merged?.after)
    for (const text of merged?.kept ?? []) list('Kept yours', `${before!.product_name}: ${text}`)
    const shown = picturesOf(after)
    const elsewhere = [...wanted].flatMap(([ours, address]) => (shown.includes(ours) ? [address] : []))
    const refused = elsewhere.map(whyNotFetchable).find(Boolean)
    if (refused) problems.push(inColumn('image', refused)!)
    const unpayable = unpayableSmallestOrder(after, before && toProduct(before))
    if (unpayable) problems.push(smallestOrderWords(unpayable))
    if (after.category && !categories.some(({ id }) => id === after.category))
      problems.push(`There is no category “${after.category}”.`)
    const holder = known.holderOfNumber(after, before)
    if (holder) problems.push(`“${holder.number}” is already the own number of “${holder.name}”.`)
    const name = nameFor(line, after, before)
    if (name.problem) problems.push(name.problem)
    if (problems.length > 0) return complain(line, problems)
    const row = { after, elsewhere, nameKey: name.key, supplied: merged?.supplied }
    if (!before) return plan.adds.push({ line, key: name.key, name: after.productName, row, changes: {} })
    const changes = changedFields(fieldNames, toProduct(before), after)
    if (Object.keys(changes).length === 0) {
      plan.unchanged += 1
      if (merged && JSON.stringify(merged.supplied) !== JSON.stringify(last(before)))
        plan.same.push({ ...row, before })
    } else
      plan.changes.push({
        line,
        key: before.id,
        name: before.product_name,
        row: { ...row, before, takesNameOf: name.takenFrom },
        changes,
        shown: shortened(asNamed(changes, elsewhere)),
      })
  }

  function last(before: ProductRow | undefined) {
    return before && suppliedBefore.get(before.id)
  }

  /** Pictures that are elsewhere get an address here; the others by these. */
  function wantedPictures(before: ProductRow | undefined, after: ProductValues) {
    const shownBefore = before ? picturesOf(toProduct(before)) : []
    const isFromElsewhere = (address: string) =>
      !shownBefore.includes(address) && !isShown(address, imageHostUrl)
    const wanted = new Map(
      picturesOf(after)
        .filter(isFromElsewhere)
        .map((address) => [address, addressToCome(address)]),
    )
    after.image = wanted.get(after.image) ?? after.image
    after.morePictures = picturesIn(after.morePictures)
      .map((address) => wanted.get(address) ?? address)
      .join('\n')
    return new Map([...wanted].map(([address, ours]) => [ours, address]))
  }

  /** The maker does not make it any more: it is listed and stays, and is not added. */
  function isGone(
    { typed, sheet, supplied }: ProductLine,
    before: ProductRow | undefined,
    note: (message: string) => void,
  ) {
    const { isWithdrawn, replacedBy } = supplied!
    const name = before?.product_name ?? typed.productName ?? sheet!.own
    if (replacedBy && before) list('Replaced by another part, says the maker', `${name}: by ${replacedBy}`)
    if (!isWithdrawn) return false
    if (before) {
      list('Withdrawn by the maker', name)
      plan.unchanged += 1
    } else note('Parts that the maker has withdrawn are not added')
    return true
  }
  function list(title: string, text: string) {
    plan.listed.push({ title, text })
  }

  /** As our own files have it. What cannot be used, but need not be, is noted; a new part waits for what it lacks. */
  function fromSheet(
    { typed, sheet, supplied }: ProductLine,
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
    // Makers know more numbers of a part than a shop needs.
    const most = supplied ? mostNumbers : Number.POSITIVE_INFINITY
    const lines = (name: 'numbers' | 'attributes', more: string[]) =>
      more.length > 0 && { [name]: withLines(name, given[name] ?? before?.[name] ?? '', more, most) }
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
function withLines(name: 'numbers' | 'attributes', text: string, more: string[], most: number) {
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
    if (name === 'attributes' || (!lines.has(key) && lines.size < most)) lines.set(key, line)
  }
  return [...lines.values()].join('\n')
}

/** No name begins with a space. */
const idKey = ({ id }: ProductRow) => ` ${id}`
const ownKey = ({ brandKey, numberKey }: { brandKey: string; numberKey: string }) =>
  ` ${brandKey}\n${numberKey}`
const ownKeysOf = (product: Pick<ProductValues, 'brand' | 'numbers'>) => ownNumbers(product).map(ownKey)
