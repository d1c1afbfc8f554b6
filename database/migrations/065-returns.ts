import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Pieces that customers send back. Orders show the state of their last return, how many pieces came back without their
 * money having gone, and how many are on the shelf again: no piece is put there twice.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('returns')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('purchase_id', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(sql`state in ('asked', 'accepted', 'declined', 'withdrawn', 'received', 'completed')`),
    )
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'text')
    .addColumn('received_at', 'text')
    .addColumn('completed_at', 'text')
    .addColumn('is_sound', 'integer')
    .addColumn('refund_id', 'text')
    .execute()
  await db.schema.createIndex('returns_by_state').on('returns').columns(['state', 'asked_at', 'id']).execute()
  await db.schema.createIndex('returns_of_purchase').on('returns').column('purchase_id').execute()
  await db.schema.createIndex('returns_of_customer').on('returns').column('customer_id').execute()
  await sql`create index returns_of_refund on returns (refund_id) where refund_id is not null`.execute(db)
  await sql`create unique index returns_one_open on returns (order_id) where state in ('asked', 'accepted')`.execute(
    db,
  )
  await db.schema.alterTable('orders').addColumn('return_state', 'text').execute()
  for (const column of ['returned_quantity', 'restocked_quantity'])
    await db.schema
      .alterTable('orders')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await sql`
    update orders set restocked_quantity = back.pieces
    from (
      select order_id, sum(change) as pieces from stock_movements
      where reason = 'restocked' and order_id is not null group by order_id
    ) as back
    where orders.id = back.order_id
  `.execute(db)
}
