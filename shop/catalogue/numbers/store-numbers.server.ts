import type { ProductRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { mistakeColumns, numberKey } from './number-key.ts'
import { readNumbers } from './number-lines.ts'

type Numbered = Pick<ProductRow, 'id' | 'numbers'>

const atOnce = 200

/** The rows by which the numbers of these products are found. */
export async function insertNumbers(tx: Tx, products: Numbered[]) {
  const rows = products.flatMap(rowsOf)
  for (let n = 0; n < rows.length; n += atOnce)
    await tx
      .insertInto('part_numbers')
      .values(rows.slice(n, n + atOnce))
      .execute()
}

export async function replaceNumbers(tx: Tx, product: Numbered) {
  await tx.deleteFrom('part_numbers').where('product_id', '=', product.id).execute()
  await insertNumbers(tx, [product])
}

const rowsOf = ({ id, numbers }: Numbered) =>
  readNumbers(numbers).map(({ kind, maker, number }, position) => ({
    id: newId(),
    product_id: id,
    kind,
    maker,
    number,
    position,
    ...mistakeColumns(numberKey(number)),
  }))
