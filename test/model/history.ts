import { sql } from 'kysely'
import type { TestShop } from '../shop.ts'

type Noted = { table: 'orders' | 'purchases' | 'parcels'; when: string; what: string }

/** What a row does not show any more once it is over. */
const noted: Noted[] = [
  { table: 'orders', when: 'old.state <> new.state', what: `old.state || ' > ' || new.state` },
  {
    table: 'orders',
    when: 'old.price_cents <> new.price_cents or old.quantity <> new.quantity or old.unit_cents <> new.unit_cents or old.discount_cents <> new.discount_cents or old.deposit_cents <> new.deposit_cents or old.product_id <> new.product_id',
    what: `'another price or product'`,
  },
  {
    table: 'parcels',
    when: 'old.state <> new.state',
    what: `old.state || ' > ' || new.state
      || case when exists (select 1 from orders where purchase_id = new.purchase_id and state <> 'cancelled'
        and dispute_state in ('open', 'inquiry', 'lost')) then ', disputed' else '' end
      || case when new.state in ('packed', 'shipped') and old.state in ('to_pack', 'packed') and exists (select 1
        from purchases where id = new.purchase_id and address is null) then ', without an address' else '' end`,
  },
  {
    table: 'purchases',
    when: 'old.paid_at is null and new.paid_at is not null',
    what: `'paid at ' || coalesce(old.delivery_state, 'none')`,
  },
]

/** Triggers in the database record each step of an order and of a parcel, and each change of what must never change. */
export async function recordHistory({ db, database }: Pick<TestShop, 'db' | 'database'>) {
  await sql`create table history (id text not null, subject text not null, step text not null)`.execute(db)
  for (const [n, { table, when, what }] of noted.entries()) {
    const name = sql.ref(`note_history_${n}`)
    const insert = sql`insert into history values (new.id, ${sql.lit(table)}, ${sql.raw(what)})`
    const trigger = sql`create trigger ${name} after update on ${sql.table(table)} for each row when (${sql.raw(when)})`
    if (database.engine === 'postgres') {
      await sql`create function ${name}() returns trigger language plpgsql as $$ begin ${insert}; return null; end $$`.execute(
        db,
      )
      await sql`${trigger} execute function ${name}()`.execute(db)
    } else await sql`${trigger} begin ${insert}; end`.execute(db)
  }
}

export async function historyOf({ db }: Pick<TestShop, 'db'>) {
  type Step = { id: string; subject: Noted['table']; step: string }
  const { rows } = await sql<Step>`select id, subject, step from history`.execute(db)
  return rows
}
