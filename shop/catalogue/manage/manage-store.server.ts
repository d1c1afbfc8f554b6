import type { ProductRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { DetailName, Details, FieldOf, ProductValues } from '../fields/product-fields.ts'
import { detailNames, fieldOf, searchedText } from '../fields/product-fields.ts'
import { insertNumbers, replaceNumbers } from '../numbers/store-numbers.server.ts'
import { searchable } from '../rules.ts'

export const managedProductRow = (product: ProductValues, createdAt = new Date().toISOString()) => ({
  id: newId(),
  ...columnsOf(product),
  available_qty: product.availableQty,
  created_at: createdAt,
  changed_at: createdAt,
})

type FieldColumns = { [Name in DetailName as FieldOf<Name>['column']]: ProductRow[FieldOf<Name>['column']] }

/** All columns but those of time and stock; one that no field fills does not compile. */
function columnsOf(product: Details): Omit<ProductRow, 'id' | 'created_at' | 'changed_at' | 'available_qty'> {
  const columns = detailNames.map((name) => {
    const { column, toColumn } = fieldOf(name)
    return [column, toColumn(product[name])]
  })
  return {
    ...(Object.fromEntries(columns) as FieldColumns),
    name_key: searchable(product.productName),
    search_text: searchable(searchedText(product)),
  }
}

/** Undefined when there is one of that name already. */
export async function insertProduct(tx: Tx, product: ProductValues) {
  const row = managedProductRow(product)
  const inserted = await tx
    .insertInto('products')
    .values(row)
    .onConflict((c) => c.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) await insertNumbers(tx, [row])
  return inserted
}

export async function updateDetails(
  tx: Tx,
  { id, numbers }: Pick<ProductRow, 'id' | 'numbers'>,
  product: Details,
) {
  await tx
    .updateTable('products')
    .set({ ...columnsOf(product), changed_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  if (product.numbers !== numbers) await replaceNumbers(tx, { id, numbers: product.numbers })
}

/** Until their new names are written, so that products can swap theirs. No name begins with a space. */
export async function releaseNames(tx: Tx, ids: string[]) {
  for (const id of ids)
    await tx
      .updateTable('products')
      .set({ name_key: ` ${id}` })
      .where('id', '=', id)
      .execute()
}

/** Undefined when it is so already, or there is no such product. */
export const updateVisibility = (tx: Tx, id: string, visibility: ProductRow['visibility']) =>
  tx
    .updateTable('products')
    .set({ visibility, changed_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('visibility', '!=', visibility)
    .returning('product_name')
    .executeTakeFirst()

export const deleteProduct = (tx: Tx, id: string) =>
  tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst()
