import type { Kysely } from 'kysely'

/**
 * Of a part that was ordered for no car in particular its customer may say later which car it was for. Beside `fit`, which
 * stays what was shown when it was ordered.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders').addColumn('assigned_car', 'text').execute()
}
