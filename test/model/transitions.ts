import { sql } from 'kysely'
import type { TestShop } from '../shop.ts'

/** Triggers in the database record each state transition of an order, and each change of what must never change. */
export async function recordTransitions({ db, database }: Pick<TestShop, 'db' | 'database'>) {
  await sql`create table order_transitions (id text not null, transition text not null)`.execute(db)
  const noted = sql`insert into order_transitions values (new.id,
    old.state || ' > ' || new.state || case when old.price_cents <> new.price_cents or old.quantity <> new.quantity
      or old.unit_cents <> new.unit_cents or old.product_id <> new.product_id then ' at another price' else '' end)`
  if (database.engine === 'postgres') {
    await sql`create function record_transition() returns trigger language plpgsql as
      $$ begin ${noted}; return null; end $$`.execute(db)
    await sql`create trigger record_transitions after update on orders for each row execute function record_transition()`.execute(
      db,
    )
  } else
    await sql`create trigger record_transitions after update on orders for each row begin ${noted}; end`.execute(
      db,
    )
}

export async function transitionsOf({ db }: Pick<TestShop, 'db'>) {
  const { rows } = await sql<{
    id: string
    transition: string
  }>`select id, transition from order_transitions`.execute(db)
  return rows
}
