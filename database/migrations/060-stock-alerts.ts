import type { Kysely } from 'kysely'

/** Who wants a mail when a part can be ordered again. A row is deleted by the transaction that writes the mail. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('stock_alerts')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_alerts_once', ['product_id', 'customer_id'])
    .execute()
  await db.schema
    .createIndex('stock_alerts_by_customer')
    .on('stock_alerts')
    .columns(['customer_id', 'created_at'])
    .execute()
}
