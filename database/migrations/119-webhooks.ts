import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Where other programs are told what happens, and what each is still to be told. The database itself writes what happened,
 * in the transaction of the change, whoever makes it; where nobody wants to know, it writes nothing.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('address', 'text', (c) => c.notNull())
    // With spaces around each.
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('on', 'paused')`))
    .addColumn('secret_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('secret_changed_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event', 'text', (c) => c.notNull())
    // What is told about one subject is told in the order of nth.
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('nth', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'delivered', 'failed')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('last_answer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...indexes, ...(isPostgres ? onPostgres : onSqlite)])
    await sql.raw(statement).execute(db)
}

const indexes = [
  "webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state = 'waiting'",
  "webhook_deliveries_of_subject on webhook_deliveries (webhook_id, subject, nth) where state = 'waiting'",
  'webhook_deliveries_nth on webhook_deliveries (nth)',
  'webhook_deliveries_by_age on webhook_deliveries (created_at, id)',
  'webhook_deliveries_by_state on webhook_deliveries (state, created_at, id)',
].map((index) => `create index ${index}`)

/** What a part is described by, beside price and stock. */
const described = [
  'product_name',
  'image',
  'order_qty',
  'product_description',
  'brand',
  'numbers',
  'category_id',
  'attributes',
  'fit_kind',
  'more_pictures',
  'unit',
  'in_the_box',
  'weight_grams',
  'ships',
  'visibility',
  'deposit_cents',
]
const differs = (column: string) =>
  ({
    category_id: `coalesce(old.category_id, '') <> coalesce(new.category_id, '')`,
    weight_grams: 'coalesce(old.weight_grams, -1) <> coalesce(new.weight_grams, -1)',
  })[column] ?? `old.${column} <> new.${column}`

type Happening = {
  event: string
  table: 'orders' | 'products'
  after: string
  when?: string
  row?: 'new' | 'old'
}
const happenings: Happening[] = [
  {
    event: 'order.paid',
    table: 'orders',
    after: 'update of state',
    when: `old.state = 'unpaid' and new.state = 'paid'`,
  },
  {
    event: 'order.cancelled',
    table: 'orders',
    after: 'update of state',
    when: `old.state <> 'cancelled' and new.state = 'cancelled'`,
  },
  // What is collected is delivered at once.
  {
    event: 'order.shipped',
    table: 'orders',
    after: 'update of delivery_state',
    when: `new.delivery_state in ('shipped', 'delivered') and coalesce(old.delivery_state, '') not in ('shipped', 'delivered')`,
  },
  {
    event: 'order.returned',
    table: 'orders',
    after: 'update of return_state',
    when: `new.return_state in ('received', 'completed') and coalesce(old.return_state, '') not in ('received', 'completed')`,
  },
  {
    event: 'order.refunded',
    table: 'orders',
    after: 'update of refunded_cents',
    when: 'new.refunded_cents > old.refunded_cents',
  },
  {
    event: 'stock.changed',
    table: 'products',
    after: 'update of available_qty',
    when: differs('available_qty'),
  },
  { event: 'price.changed', table: 'products', after: 'update of price_cents', when: differs('price_cents') },
  {
    event: 'product.changed',
    table: 'products',
    after: `update of ${described.join(', ')}`,
    when: described.map(differs).join(' or '),
  },
  { event: 'product.changed', table: 'products', after: 'insert' },
  { event: 'product.changed', table: 'products', after: 'delete', row: 'old' },
]

const subjects = {
  orders: (row: string) => `'purchase ' || ${row}.purchase_id`,
  products: (row: string) => `'product ' || ${row}.id`,
}

const insertFor = ({ event, table, row = 'new' }: Happening, id: string, nth: string, now: string) =>
  `insert into webhook_deliveries (id, webhook_id, event, subject, object_id, nth, created_at, due_at)
   select 'evt_' || ${id}, webhooks.id, '${event}', ${subjects[table](row)}, ${row}.id, ${nth}, ${now}, ${now}
   from webhooks where webhooks.state = 'on' and webhooks.events like '% ${event} %'`

const nameOf = ({ event, after }: Happening) =>
  `webhooks_${event.replace('.', '_')}${after.startsWith('update') ? '' : `_${after}`}`
const when = ({ when: condition }: Happening) => (condition ? `when (${condition})` : '')

/** Changes of one subject wait for each other's commit there, so its events have the times of their order. */
const onPostgres = happenings.flatMap((it) => [
  `create or replace function ${nameOf(it)}() returns trigger language plpgsql as $$ begin
   ${insertFor(it, `replace(gen_random_uuid()::text, '-', '')`, '(extract(epoch from clock_timestamp()) * 1000000)::bigint', `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)};
   return null; end $$`,
  `create trigger ${nameOf(it)} after ${it.after} on ${it.table} for each row ${when(it)} execute function ${nameOf(it)}()`,
])

/** There is one writer at a time. */
const onSqlite = happenings.map(
  (it) => `create trigger ${nameOf(it)} after ${it.after} on ${it.table} ${when(it)} begin
   ${insertFor(it, 'lower(hex(randomblob(16)))', '(select coalesce(max(nth), 0) + 1 from webhook_deliveries)', `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`)}; end`,
)
