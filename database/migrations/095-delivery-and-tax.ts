import type { Kysely } from 'kysely'

/**
 * What delivery and tax are decided by, and copies of what was decided: a purchase and a receipt never read the settings
 * again. Currency and language are those of the shop so far; no sum is ever read without its currency.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['products', 'orders']) {
    await db.schema.alterTable(table).addColumn('weight_grams', 'integer').execute()
    await db.schema
      .alterTable(table)
      .addColumn('ships', 'text', (c) => c.notNull().defaultTo('parcel'))
      .execute()
  }
  for (const column of ['delivery', 'tax', 'place'])
    await db.schema.alterTable('purchases').addColumn(column, 'text').execute()
  await db.schema.alterTable('receipts').addColumn('taxes', 'text').execute()
  for (const table of ['purchases', 'receipts'])
    for (const [column, value] of [
      ['currency', 'USD'],
      ['language', 'en'],
    ] as const)
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(value))
        .execute()
}
