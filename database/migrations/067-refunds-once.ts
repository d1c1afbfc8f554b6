import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * No piece is refunded twice: a failed refund knows how much of it others have refunded since, and whether an admin has
 * settled it otherwise. The lines of refunds belong to refunds that exist. Orders show what was paid back beyond their
 * payment, and the bank may ask about a payment before it takes it back.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('refunds')
    .addColumn('covered_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('refunds')
    .addColumn('closed_as', 'text', (c) => c.check(sql`closed_as in ('settled', 'replaced')`))
    .execute()
  // The lines of a refund that was tried again have moved to the one that took its place.
  await sql`
    update refunds set closed_as = case when id in (select refund_id from refund_lines) then 'settled' else 'replaced' end
    where state = 'failed' and closed_at is not null
  `.execute(db)
  await db.schema
    .alterTable('orders')
    .addColumn('overpaid_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`delete from refund_lines where refund_id not in (select id from refunds)`.execute(db)
  await sql`
    update returns set refund_id = null where refund_id not in (select id from refunds)
  `.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) await onPostgres(db)
  else await onSqlite(db)
  // What a note had to leave out, because it was credited already, is credited by another once that one is reversed.
  await sql`drop index receipts_one_per_refund`.execute(db)
  await sql`drop index disputes_open`.execute(db)
  await sql`
    create index disputes_undecided on disputes (checked_at) where state in ('inquiry', 'open')
  `.execute(db)
}

/** Checked at the end of a transaction: servers of the version before insert a line before its refund. */
const toRefund = (onDelete: string) =>
  `references refunds (id) on delete ${onDelete} deferrable initially deferred`

async function onPostgres(db: Kysely<unknown>) {
  for (const statement of [
    `alter table refund_lines add foreign key (refund_id) ${toRefund('cascade')}`,
    `alter table returns add foreign key (refund_id) ${toRefund('set null')}`,
    'alter table disputes drop constraint disputes_state_check',
    `alter table disputes add constraint disputes_state_check check (state in (${states}))`,
  ])
    await sql.raw(statement).execute(db)
}

async function onSqlite(db: Kysely<unknown>) {
  const refundId = '"refund_id" text'
  await rebuild(db, 'refund_lines', `${refundId} not null`, `${refundId} not null ${toRefund('cascade')}`)
  await rebuild(db, 'returns', refundId, `${refundId} ${toRefund('set null')}`)
  await rebuild(db, 'disputes', "state in ('open', 'won', 'lost')", `state in (${states})`)
}

const states = "'inquiry', 'open', 'closed', 'won', 'lost'"

/** SQLite cannot change a constraint: the table is made again from its own description, with its indexes. */
async function rebuild(db: Kysely<unknown>, name: string, before: string, after: string) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${name} and sql is not null
  `.execute(db)
  const table = rows.find(({ type }) => type === 'table')!.sql
  if (table.split(before).length !== 2) throw new Error(`The table ${name} is not as expected: ${table}`)
  for (const statement of [
    `alter table ${name} rename to ${name}_before`,
    table.replace(before, after),
    `insert into ${name} select * from ${name}_before`,
    `drop table ${name}_before`,
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ])
    await sql.raw(statement).execute(db)
}
