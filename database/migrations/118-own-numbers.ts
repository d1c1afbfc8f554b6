import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

const atOnce = 500

/**
 * A part's own number is there once per brand, so that files can name parts by it. Of parts that share one already, the
 * oldest has it and the others stay as they are. And what the columns in the files of a supplier are.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('own_numbers')
    .addColumn('brand_key', 'text', (c) => c.notNull())
    .addColumn('number_key', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('own_numbers_once', ['brand_key', 'number_key'])
    .execute()
  await sql`create index own_numbers_by_product on own_numbers (product_id)`.execute(db)
  await db.schema
    .createTable('suppliers')
    .addColumn('name_key', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('decimal_mark', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
  await fillOwnNumbers(db as Kysely<Filled>)
}

type Filled = { own_numbers: { brand_key: string; number_key: string; product_id: string } }
type Numbered = { id: string; brand: string; created_at: string; number_key: string; number_id: string }

async function fillOwnNumbers(db: Kysely<Filled>) {
  let last = { created_at: '', number_id: '' }
  const byteOrder = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'collate "C"' : '')
  for (;;) {
    const { rows } = await sql<Numbered>`
      select products.id, brand, created_at, number_key, part_numbers.id as number_id
      from part_numbers join products on products.id = part_numbers.product_id
      where kind = 'own' and (created_at > ${last.created_at}
        or (created_at = ${last.created_at} and part_numbers.id ${byteOrder} > ${last.number_id}))
      order by created_at, part_numbers.id ${byteOrder} limit ${sql.lit(atOnce)}`.execute(db)
    if (rows.length === 0) return
    await db
      .insertInto('own_numbers')
      .values(
        rows.map(({ id, brand, number_key }) => ({ brand_key: folded(brand), number_key, product_id: id })),
      )
      .onConflict((c) => c.doNothing())
      .execute()
    last = rows.at(-1)!
  }
}

/** As brands are compared. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
