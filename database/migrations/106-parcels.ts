import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * A purchase may leave in several parcels. What is on its way so far, or waits, becomes one parcel with the id of its
 * purchase, so that everybody who knows that id still means it.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('parcels')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purchase_id', 'text', (c) => c.notNull())
    .addColumn('nth', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('needs_address', 'to_pack', 'packed', 'shipped', 'delivered')`),
    )
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('packed_at', 'text')
    .addColumn('shipped_at', 'text')
    .addColumn('delivered_at', 'text')
    .addColumn('carrier', 'text')
    .addColumn('carrier_name', 'text')
    .addColumn('tracking_number', 'text')
    .addColumn('tracking_url', 'text')
    .addUniqueConstraint('parcels_nth', ['purchase_id', 'nth'])
    .execute()
  await db.schema
    .createTable('parcel_lines')
    .addColumn('parcel_id', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addPrimaryKeyConstraint('parcel_lines_once', ['parcel_id', 'order_id'])
    .execute()
  for (const statement of [
    'create index parcels_by_state on parcels (state, created_at, id)',
    'create index parcel_lines_of_order on parcel_lines (order_id)',
    `insert into parcels (${columns})
       select id, id, 1, delivery_state, ${copied} from purchases where delivery_state is not null`,
    `insert into parcel_lines (parcel_id, order_id, quantity)
       select purchase_id, id, pieces from (
         select purchase_id, id, case when delivery_state in ('shipped', 'delivered') then ${sent} else ${toSend} end as pieces
         from orders where delivery_state is not null and state <> 'cancelled'
       ) lines where pieces > 0 and exists (select 1 from parcels where id = purchase_id)`,
    ...(postgres ? onPostgres : onSqlite),
  ])
    await sql.raw(statement).execute(db)
}

const copied =
  'created_at, packed_at, shipped_at, delivered_at, carrier, carrier_name, tracking_number, tracking_url'
const columns = `id, purchase_id, nth, state, ${copied}`

/** What is neither refunded nor returned, nor on the shelf again. */
const toSend = `case when refunded_quantity + returned_quantity > restocked_quantity
  then quantity - refunded_quantity - returned_quantity else quantity - restocked_quantity end`

/** With what has come back since. */
const back = `coalesce((select sum(returns.quantity) from returns
  where returns.order_id = orders.id and returns.received_at is not null), 0)`
const sent = `case when refunded_quantity + returned_quantity > ${back}
  then quantity - refunded_quantity - returned_quantity + ${back} else quantity end`

/**
 * A purchase that begins to be delivered has a parcel with all of it, and as long as it is the only one it is where its
 * purchase is: servers of the version before know nothing else.
 */
const ofNew = copied.replaceAll(/(\w+)/g, 'new.$1')
const addParcel = `insert into parcels (${columns}) select new.id, new.id, 1, new.delivery_state, ${ofNew}
  where new.delivery_state is not null and not exists (select 1 from parcels where purchase_id = new.id)`
const addLines = `insert into parcel_lines (parcel_id, order_id, quantity)
  select new.id, id, pieces from (
    select id, ${toSend} as pieces from orders where purchase_id = new.id and state <> 'cancelled'
  ) lines where pieces > 0 and exists (select 1 from parcels where id = new.id and nth = 1)
    and not exists (select 1 from parcel_lines join parcels on parcels.id = parcel_id where purchase_id = new.id)`
const moveOnly = `update parcels set state = new.delivery_state,
  packed_at = new.packed_at, shipped_at = new.shipped_at, delivered_at = new.delivered_at, carrier = new.carrier,
  carrier_name = new.carrier_name, tracking_number = new.tracking_number, tracking_url = new.tracking_url
  where purchase_id = new.id and state <> new.delivery_state
    and (select count(*) from parcels others where others.purchase_id = new.id) = 1`
const ofUnsent = `purchase_id = new.id and state in ('needs_address', 'to_pack', 'packed')`
const endLines = `delete from parcel_lines where new.delivery_state is null
  and parcel_id in (select id from parcels where ${ofUnsent})`
const endParcels = `delete from parcels where new.delivery_state is null and ${ofUnsent}`
const statements = [addParcel, addLines, moveOnly, endLines, endParcels].join(';\n')

const onPostgres = [
  `create or replace function parcel_of_purchase() returns trigger language plpgsql as $$
   begin ${statements}; return null; end $$`,
  `create trigger purchases_parcel after update of delivery_state on purchases
   for each row when (old.delivery_state is distinct from new.delivery_state) execute function parcel_of_purchase()`,
]

const onSqlite = [
  `create trigger purchases_parcel after update of delivery_state on purchases
   when old.delivery_state is not new.delivery_state begin ${statements}; end`,
]
