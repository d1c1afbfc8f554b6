import type { Kysely } from 'kysely'

/**
 * Where a part lies, for who packs it. And copies of the name and the tracking address of the carrier that took a parcel:
 * the owner's list of carriers may change afterwards.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('shelf', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['carrier_name', 'tracking_url'])
    await db.schema.alterTable('purchases').addColumn(column, 'text').execute()
}
