import type { Kysely } from 'kysely'
import { sql } from 'kysely'

const regular = [
  'engine-oils',
  'oil-filters',
  'air-filters',
  'cabin-filters',
  'fuel-filters',
  'spark-plugs',
  'batteries',
  'bulbs',
  'wiper-blades',
  'brake-pads',
]

/**
 * What a car needs regularly is said by kind of part, and what is known of a car (which oil, and how much of it) stands with
 * what may be asked about it: of which kind of part it tells, and by which of their measures parts are compared with it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table categories add column need text not null default ''`.execute(db)
  await sql`update categories set need = 'regular' where id in (${sql.join(regular)})`.execute(db)
  for (const column of ['category_id', 'measure', 'compared'])
    await sql`alter table fit_attributes add column ${sql.raw(column)} text not null default ''`.execute(db)
}
