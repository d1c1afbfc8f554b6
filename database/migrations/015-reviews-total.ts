import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * How many reviews there are and what their ratings come to, kept by the database with every review that comes, goes or
 * changes, as the number of products is (011): the home page shows both.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('reviews_total')
    .addColumn('reviews', 'integer', (c) => c.notNull())
    .addColumn('stars', 'integer', (c) => c.notNull())
    .execute()
  // Before the count: from here on nobody else adds or deletes a review until all of this is kept.
  for (const statement of postgres ? onPostgres : onSqlite) await sql.raw(statement).execute(db)
  await sql`insert into reviews_total (reviews, stars) select count(*), coalesce(sum(rating), 0) from reviews`.execute(
    db,
  )
}

const add = (reviews: string, stars: string) =>
  `update reviews_total set reviews = reviews + ${reviews}, stars = stars + ${stars}`
const came = '(select count(*) from came)'
const went = '(select count(*) from went)'
const starsOf = (rows: string) => `(select coalesce(sum(rating), 0) from ${rows})`

/** Once per statement, however many rows. */
const onPostgres = [
  `create or replace function count_reviews_added() returns trigger language plpgsql as $$
   begin ${add(came, starsOf('came'))}; return null; end $$`,
  `create or replace function count_reviews_gone() returns trigger language plpgsql as $$
   begin ${add(`-${went}`, `-${starsOf('went')}`)}; return null; end $$`,
  `create or replace function count_reviews_changed() returns trigger language plpgsql as $$
   begin
     if ${starsOf('came')} <> ${starsOf('went')} then
       ${add('0', `${starsOf('came')} - ${starsOf('went')}`)};
     end if;
     return null;
   end $$`,
  `create trigger reviews_added after insert on reviews
   referencing new table as came for each statement execute function count_reviews_added()`,
  `create trigger reviews_gone after delete on reviews
   referencing old table as went for each statement execute function count_reviews_gone()`,
  `create trigger reviews_changed after update on reviews
   referencing old table as went new table as came for each statement execute function count_reviews_changed()`,
]

const onSqlite = [
  `create trigger reviews_added after insert on reviews begin ${add('1', 'new.rating')}; end`,
  `create trigger reviews_gone after delete on reviews begin ${add('-1', '-old.rating')}; end`,
  `create trigger reviews_changed after update of rating on reviews
   begin ${add('0', 'new.rating - old.rating')}; end`,
]
