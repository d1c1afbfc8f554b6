import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * A review may be about a part: one of a person and part, which an index decides. What is shown of it (how many there are of
 * each rating, how many are hidden) stands in one row per part, kept by the database with every review that comes, goes or
 * changes, as that of the shop is (015); the row of the product is not touched, because orders lock it. These rows are
 * also what caches depend on, so a review that looks different writes its row, and a vote or a look by staff does not.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const column of [
    'product_id text references products (id) on delete cascade',
    'order_id text',
    'car text',
    'edited_at text',
    'hidden_at text',
    'hidden_reason text',
    'reply text',
    'replied_at text',
    'checked_at text',
    'helpful integer not null default 0',
    'reports integer not null default 0',
  ])
    await sql`alter table reviews add column ${sql.raw(column)}`.execute(db)
  // What was written before there was a list to look through has been seen.
  await sql`update reviews set checked_at = review_date`.execute(db)
  for (const index of [
    `create unique index reviews_once on reviews (author_id, product_id)
     where author_id is not null and product_id is not null`,
    'create index reviews_of_part on reviews (product_id, review_date, id)',
    'create index reviews_by_help on reviews (product_id, helpful, id)',
    'create index reviews_to_check on reviews (reports, review_date, id) where checked_at is null',
    'create index reviews_hidden on reviews (review_date, id) where hidden_at is not null',
  ])
    await sql.raw(index).execute(db)
  await db.schema
    .createTable('review_marks')
    .addColumn('review_id', 'text', (c) => c.notNull().references('reviews.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('review_marks_once', ['review_id', 'user_id', 'kind'])
    .execute()
  await db.schema.createIndex('review_marks_by_user').on('review_marks').columns(['user_id', 'at']).execute()
  await sql`alter table reviews_total add column hidden integer not null default 0`.execute(db)
  let ratings = db.schema
    .createTable('part_ratings')
    .addColumn('product_id', 'text', (c) => c.primaryKey().references('products.id').onDelete('cascade'))
  for (const name of columnNames(ofPart))
    ratings = ratings.addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
  await ratings.execute()
  for (const name of ['reviews_added', 'reviews_gone', 'reviews_changed'])
    await sql.raw(`drop trigger ${name}${postgres ? ' on reviews' : ''}`).execute(db)
  for (const statement of postgres ? onPostgres : onSqlite) await sql.raw(statement).execute(db)
}

/** What a review adds to each column. */
type Columns = Record<string, (row: string) => string>
const when = (condition: string, value = '1') => `case when ${condition} then ${value} else 0 end`
const rated = (stars: number) => (row: string) =>
  when(`${row}.hidden_at is null and ${row}.rating = ${stars}`)
const hidden = (row: string) => when(`${row}.hidden_at is not null`)

const ofPart: Columns = {
  one: rated(1),
  two: rated(2),
  three: rated(3),
  four: rated(4),
  five: rated(5),
  hidden,
}
const ofShop: Columns = {
  reviews: (row) => when(`${row}.hidden_at is null`),
  stars: (row) => when(`${row}.hidden_at is null`, `${row}.rating`),
  hidden,
}
const columnNames = (columns: Columns) => Object.keys(columns)
/** Of the columns that anybody sees. */
const shownColumns = ['rating', 'review_text', 'hidden_at', 'reply', 'car', 'author_name', 'author_photo']

const set = (columns: Columns, change: (name: string) => string) =>
  columnNames(columns)
    .map((name) => `${name} = ${change(name)}`)
    .join(', ')

/** Row by row. */
function sqliteTriggers(
  name: string,
  of: { table: string; columns: Columns; condition: string; where: string },
) {
  const { table, columns, condition, where } = of
  const update = (row: string, change: (column: string) => string) =>
    `update ${table} set ${set(columns, change)} ${where && `where product_id = ${row}.product_id`};`
  const add = (column: string) => `${column} + ${columns[column]!('new')}`
  const begin = where
    ? `insert into ${table} (product_id) values (new.product_id) on conflict do nothing;`
    : ''
  return [
    `create trigger ${name}_added after insert on reviews when new.product_id is ${condition}
     begin ${begin} ${update('new', add)} end`,
    `create trigger ${name}_gone after delete on reviews when old.product_id is ${condition}
     begin ${update('old', (column) => `${column} - ${columns[column]!('old')}`)} end`,
    `create trigger ${name}_changed after update of ${shownColumns.join(', ')} on reviews
     when new.product_id is ${condition}
     begin ${update('new', (column) => `${add(column)} - ${columns[column]!('old')}`)} end`,
  ]
}

const onSqlite = [
  ...sqliteTriggers('reviews', { table: 'reviews_total', columns: ofShop, condition: 'null', where: '' }),
  ...sqliteTriggers('part_reviews', {
    table: 'part_ratings',
    columns: ofPart,
    condition: 'not null',
    where: 'product_id',
  }),
]

/** Once per statement, however many rows; rows of several parts are locked in one order. */
const sums = (columns: Columns, sum: (count: (row: string) => string) => string) =>
  Object.entries(columns)
    .map(([name, count]) => `sum(${sum(count)}) as ${name}`)
    .join(', ')
const plus = (columns: Columns, table: string, sign: '+' | '-') =>
  set(columns, (name) => `${table}.${name} ${sign} d.${name}`)
const lockParts = (rows: string) =>
  `perform 1 from part_ratings where product_id in (select product_id from ${rows}) order by product_id for update;`
const looksDifferent = `(${shownColumns.map((name) => `c.${name}`).join(', ')}) is distinct from (${shownColumns.map((name) => `w.${name}`).join(', ')})`
const changed = `came c join went w on w.id = c.id and ${looksDifferent}`
const difference = (count: (row: string) => string) => `${count('c')} - ${count('w')}`

const onPostgres = [
  `create or replace function count_reviews_added() returns trigger language plpgsql as $$
   begin
     update reviews_total t set ${plus(ofShop, 't', '+')} from (
       select ${sums(ofShop, (count) => count('c'))} from came c where product_id is null having count(*) > 0) d;
     insert into part_ratings as p (product_id, ${columnNames(ofPart).join(', ')})
       select product_id, ${sums(ofPart, (count) => count('c'))} from came c
       where product_id is not null group by product_id order by product_id
       on conflict (product_id) do update set ${set(ofPart, (name) => `p.${name} + excluded.${name}`)};
     return null;
   end $$`,
  `create or replace function count_reviews_gone() returns trigger language plpgsql as $$
   begin
     update reviews_total t set ${plus(ofShop, 't', '-')} from (
       select ${sums(ofShop, (count) => count('w'))} from went w where product_id is null having count(*) > 0) d;
     ${lockParts('went')}
     update part_ratings p set ${plus(ofPart, 'p', '-')} from (
       select product_id, ${sums(ofPart, (count) => count('w'))} from went w
       where product_id is not null group by product_id) d where p.product_id = d.product_id;
     return null;
   end $$`,
  `create or replace function count_reviews_changed() returns trigger language plpgsql as $$
   begin
     update reviews_total t set ${plus(ofShop, 't', '+')} from (
       select ${sums(ofShop, difference)} from ${changed} where c.product_id is null having count(*) > 0) d;
     ${lockParts(`(select c.product_id from ${changed}) parts`)}
     update part_ratings p set ${plus(ofPart, 'p', '+')} from (
       select c.product_id, ${sums(ofPart, difference)} from ${changed}
       where c.product_id is not null group by c.product_id) d where p.product_id = d.product_id;
     return null;
   end $$`,
  `create trigger reviews_added after insert on reviews
   referencing new table as came for each statement execute function count_reviews_added()`,
  `create trigger reviews_gone after delete on reviews
   referencing old table as went for each statement execute function count_reviews_gone()`,
  `create trigger reviews_changed after update on reviews
   referencing old table as went new table as came for each statement execute function count_reviews_changed()`,
]
