import type { Kysely } from 'kysely'

/** A line that is saved for later stays with its customer and is neither in a total nor in an order. */
export const up = (db: Kysely<unknown>) =>
  db.schema.alterTable('cart_lines').addColumn('saved_at', 'text').execute()
