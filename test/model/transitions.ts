import { sql } from 'kysely'
import type { TestShop } from '../shop.ts'

/** The database itself notes each step of an order, and each change of what must never change. */
export async function watchMoves({ db, database }: Pick<TestShop, 'db' | 'database'>) {
  await sql`create table order_moves (id text not null, move text not null)`.execute(db)
  const noted = sql`insert into order_moves values (new.id,
    old.state || ' > ' || new.state || case when old.price_cents <> new.price_cents or old.quantity <> new.quantity
      or old.unit_cents <> new.unit_cents or old.product_id <> new.product_id then ' at another price' else '' end)`
  if (database.engine === 'postgres') {
    await sql`create function note_move() returns trigger language plpgsql as
      $$ begin ${noted}; return null; end $$`.execute(db)
    await sql`create trigger note_moves after update on orders for each row execute function note_move()`.execute(
      db,
    )
  } else
    await sql`create trigger note_moves after update on orders for each row begin ${noted}; end`.execute(db)
}

export async function movesOf({ db }: Pick<TestShop, 'db'>) {
  const { rows } = await sql<{ id: string; move: string }>`select id, move from order_moves`.execute(db)
  return rows
}
