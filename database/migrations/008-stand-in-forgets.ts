import type { Kysely } from 'kysely'
import { sql } from 'kysely'

const thirtyDays = 30 * 24 * 60 * 60

/** What the payment stand-in need not keep for ever says until when it is kept. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('stand_in_objects').addColumn('forget_at', 'integer').execute()
  await sql`
    update stand_in_objects set forget_at = created + ${sql.lit(thirtyDays)}
    where kind in ('event', 'key', 'payment_method')
  `.execute(db)
  await sql`create index stand_in_objects_to_forget on stand_in_objects (forget_at) where forget_at is not null`.execute(
    db,
  )
}
