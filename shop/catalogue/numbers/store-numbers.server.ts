import type { ProductRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { ownNumbers } from '../name-keys.ts'
import { keyOfNumber, mistakeColumns, numberKey, readNumbers } from './number-lines.ts'

type Numbered = Pick<ProductRow, 'id' | 'numbers'> & { brand?: string }

const atOnce = 200

/** The rows by which the numbers of these products are found. */
export async function insertNumbers(tx: Tx, products: Numbered[]) {
  const rows = products.flatMap(rowsOf)
  for (let n = 0; n < rows.length; n += atOnce)
    await tx
      .insertInto('part_numbers')
      .values(rows.slice(n, n + atOnce))
      .execute()
  return claimOwnNumbers(tx, products)
}

/** Answers with its own numbers that are those of another part of the brand. */
export async function replaceNumbers(tx: Tx, product: Numbered) {
  await tx.deleteFrom('part_numbers').where('product_id', '=', product.id).execute()
  await tx.deleteFrom('own_numbers').where('product_id', '=', product.id).execute()
  return await insertNumbers(tx, [product])
}

/** Whoever is there first has it. */
async function claimOwnNumbers(tx: Tx, products: Numbered[]) {
  const wanted = products.flatMap(({ id, brand = '', numbers }) =>
    ownNumbers({ brand, numbers }).map((own) => ({ id, ...own })),
  )
  const taken: string[] = []
  for (let n = 0; n < wanted.length; n += atOnce) {
    const some = wanted.slice(n, n + atOnce)
    const claimed = await tx
      .insertInto('own_numbers')
      .values(
        some.map(({ id, brandKey, numberKey }) => ({
          brand_key: brandKey,
          number_key: numberKey,
          product_id: id,
        })),
      )
      .onConflict((c) => c.columns(['brand_key', 'number_key']).doNothing())
      .returning(['brand_key', 'number_key'])
      .execute()
    const isClaimed = new Set(claimed.map((row) => `${row.brand_key}\n${row.number_key}`))
    taken.push(
      ...some
        .filter(({ brandKey, numberKey }) => !isClaimed.has(`${brandKey}\n${numberKey}`))
        .map(({ number }) => number),
    )
  }
  return taken
}

const rowsOf = ({ id, numbers }: Numbered) =>
  readNumbers(numbers).map(({ kind, maker, number }, position) => ({
    id: newId(),
    product_id: id,
    kind,
    maker,
    number,
    position,
    ...mistakeColumns(keyOfNumber({ kind, number })),
  }))

export type Referred = { id: string; name: string; brand: string }

/** The products that files name by their id or their own number; more than one where several have that number. */
export async function productsByReference(db: Db | Tx, references: string[]) {
  const found = new Map<string, Referred[]>()
  if (references.length === 0) return found
  const byId = await db
    .selectFrom('products')
    .select(['id', 'product_name as name', 'brand'])
    .where('id', 'in', references)
    .execute()
  for (const product of byId) found.set(product.id, [product])
  const numbers = references.filter((reference) => !found.has(reference))
  const keys = [...new Set(numbers.map(numberKey).filter(Boolean))]
  if (keys.length === 0) return found
  const byNumber = await db
    .selectFrom('part_numbers')
    .innerJoin('products', 'products.id', 'part_numbers.product_id')
    .select(['products.id', 'products.product_name as name', 'products.brand', 'number_key'])
    .where('kind', '=', 'own')
    .where('number_key', 'in', keys)
    .execute()
  for (const number of numbers) {
    const matching = byNumber.filter(({ number_key }) => number_key === numberKey(number))
    if (matching.length > 0) found.set(number, matching)
  }
  return found
}
