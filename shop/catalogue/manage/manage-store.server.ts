import type { ProductRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { DetailName, Details, FieldOf, ProductValues } from '../fields/product-fields.ts'
import { detailNames, fieldOf, searchedText } from '../fields/product-fields.ts'
import { numberedNameKey } from '../name-keys.ts'
import { insertNumbers, replaceNumbers } from '../numbers/store-numbers.server.ts'
import { searchable } from '../rules.ts'
import { refuse } from './manage-contract.ts'

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

/** Undefined when there is one of that name already, and no number of its own tells them apart. */
export async function insertProduct(tx: Tx, product: ProductValues) {
  const row = managedProductRow(product)
  const insert = (name_key: string) =>
    tx
      .insertInto('products')
      .values({ ...row, name_key })
      .onConflict((c) => c.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst()
  const numbered = numberedNameKey(product)
  const inserted = (await insert(row.name_key)) ?? (numbered && (await insert(numbered)))
  if (inserted) requireOwn(await insertNumbers(tx, [row]))
  return inserted
}

type Before = Pick<ProductRow, 'id' | 'numbers' | 'brand' | 'name_key'>

export async function updateDetails(tx: Tx, before: Before, product: Details, nameKey?: string) {
  const { id } = before
  if (product.numbers !== before.numbers || product.brand !== before.brand)
    requireOwn(await replaceNumbers(tx, { ...product, id }))
  await tx
    .updateTable('products')
    .set({
      ...columnsOf(product),
      name_key: nameKey ?? (await freeNameKey(tx, before, product)),
      changed_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()
}

/** With its number behind it where another part has the name; the unique index has the last word. */
async function freeNameKey(tx: Tx, { id, name_key }: Before, product: Details) {
  const plain = searchable(product.productName)
  if (name_key === plain) return plain
  const holder = await tx.selectFrom('products').select('id').where('name_key', '=', plain).executeTakeFirst()
  return holder && holder.id !== id ? (numberedNameKey(product) ?? plain) : plain
}

function requireOwn([taken]: string[]) {
  if (taken !== undefined) throw refuse('number_taken', { field: 'numbers', values: { number: taken } })
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
