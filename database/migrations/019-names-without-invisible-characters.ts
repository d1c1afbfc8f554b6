import type { Kysely } from 'kysely'

const atOnce = 1000
const invisible = /\p{Default_Ignorable_Code_Point}/gu

type Row = { id: string; name_key: string; search_text: string }
type Products = { products: Row }

/**
 * Characters that nobody sees no longer make another name. Where two products differ in nothing else, the later one
 * keeps the key it has: both are for sale, and only an admin knows which of them is meant.
 */
export async function up(db: Kysely<Products>) {
  for (let rows = await after(''); rows.length > 0; rows = await after(rows.at(-1)!.id))
    for (const { id, name_key, search_text } of rows) {
      if (`${name_key}${search_text}`.search(invisible) < 0) continue
      const key = visible(name_key)
      const taken = await db
        .selectFrom('products')
        .select('id')
        .where('name_key', '=', key)
        .executeTakeFirst()
      await db
        .updateTable('products')
        .set({ search_text: visible(search_text), ...(!taken && { name_key: key }) })
        .where('id', '=', id)
        .execute()
    }

  function after(id: string) {
    return db
      .selectFrom('products')
      .select(['id', 'name_key', 'search_text'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(atOnce)
      .execute()
  }
}

const visible = (text: string) => text.replace(invisible, '').replace(/\s+/g, ' ').trim()
