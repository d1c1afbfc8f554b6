import type { Db } from '~/platform/db/database.server.ts'

const atOnce = 1000
const mostNamed = 100

/** What a file names, known when it is read to its end. */
export type NamedParts = {
  isFull: boolean
  /** The own numbers of each brand, as they are compared. */
  numbers: Map<string, Set<string>>
}
export const noParts = (): NamedParts => ({ isFull: false, numbers: new Map() })

/** Parts of its brands that a file of all parts does not name: how many, and the names of the first. They stay as they are. */
export async function missingParts(db: Db, { isFull, numbers }: NamedParts) {
  const missing = new Set<string>()
  for (const [brand, named] of isFull ? numbers : [])
    for (const id of await partsWithout(db, brand, named)) missing.add(id)
  const ids = [...missing].slice(0, mostNamed)
  if (ids.length === 0) return { count: 0, names: [] }
  const rows = await db
    .selectFrom('products')
    .select('product_name')
    .where('id', 'in', ids)
    .orderBy('product_name')
    .execute()
  return { count: missing.size, names: rows.map(({ product_name }) => product_name) }
}

/** Of a part with several numbers one is enough. */
async function partsWithout(db: Db, brand: string, named: Set<string>) {
  const isNamed = new Map<string, boolean>()
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('own_numbers')
      .select(['number_key', 'product_id'])
      .where('brand_key', '=', brand)
      .where('number_key', '>', last)
      .orderBy('number_key')
      .limit(atOnce)
      .execute()
    for (const { number_key, product_id } of rows)
      isNamed.set(product_id, isNamed.get(product_id) || named.has(number_key))
    if (rows.length < atOnce) break
    last = rows.at(-1)!.number_key
  }
  return [...isNamed].flatMap(([id, is]) => (is ? [] : [id]))
}
