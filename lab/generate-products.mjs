import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { giveUp, root } from '../scripts/prepare.mjs'
import { generatedProduct } from '../test/generated-product.mjs'

const batch = 200
const columns =
  'id, product_name, name_key, image, price_cents, available_qty, order_qty, product_description, search_text, created_at, changed_at, category_id, brand, attributes, numbers'

/**
 * Replaces the products of an earlier run; others are left alone.
 * @param {number} count @param {Record<string, string | undefined>} env
 */
export async function generateProducts(count, env) {
  const database = await openDatabase(env)
  const insert = async (
    /** @type {string} */ table,
    /** @type {string} */ into,
    /** @type {(string | number)[][]} */ rows,
  ) => {
    const marks = rows.map(
      (row, r) => `(${row.map((_, c) => database.mark(r * row.length + c + 1)).join(', ')})`,
    )
    await database.run(`insert into ${table} (${into}) values ${marks.join(', ')}`, rows.flat())
  }
  try {
    await database.run('begin', [])
    await database.run("delete from part_numbers where product_id like 'generated-%'", [])
    await database.run("delete from products where id like 'generated-%'", [])
    for (let from = 0; from < count; from += batch) {
      const rows = Array.from({ length: Math.min(batch, count - from) }, (_, n) => product(from + n))
      await insert('products', columns, rows)
      await insert(
        'part_numbers',
        numberColumns,
        rows.flatMap((_, n) => numbersOf(from + n)),
      )
    }
    await database.tell()
    await database.run('commit', [])
  } catch (error) {
    giveUp(`The products could not be written: ${error instanceof Error ? error.message : error}`)
  } finally {
    await database.close()
  }
}

const numberColumns = 'id, product_id, kind, maker, number, number_key, key_backwards, key_ends, position'
/** @type {Record<string, string>} */
const kinds = { Own: 'own', OE: 'oe', Competitor: 'competitor', EAN: 'ean' }

/** As the shop derives them from the lines of a product. @param {number} n */
function numbersOf(n) {
  const { id, numbers } = generatedProduct(n)
  return numbers.split('\n').map((line, position) => {
    const [before = '', number = ''] = line.split(': ')
    const [word = '', ...maker] = before.split(' ')
    const key = number
      .replace(/[^A-Z0-9]/g, '')
      .replaceAll('O', '0')
      .replaceAll('I', '1')
    const backwards = [...key].reverse().join('')
    const ends = key.slice(0, 2) + key.slice(-2)
    return [
      `${id}-${position}`,
      id,
      kinds[word] ?? '',
      maker.join(' '),
      number,
      key,
      backwards,
      ends,
      position,
    ]
  })
}

const pictures = readdirSync(join(root, 'public/products')).filter((name) =>
  /(?<!-detail|-sizes)-1200\.webp$/.test(name),
)

/** @param {number} n */
function product(n) {
  const { id, name, description, category, brand, attributes, numbers } = generatedProduct(n)
  const plain = (/** @type {string} */ text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const createdAt = new Date(Date.parse('2026-02-01T08:00:00.000Z') + n * 1000).toISOString()
  return [
    id,
    name,
    plain(name),
    `/products/${pictures[n % pictures.length]}`,
    499 + ((n * 7919) % 40_000),
    (n * 31) % 120,
    1 + (n % 4),
    description,
    plain(`${name} ${description}`),
    createdAt,
    createdAt,
    category,
    brand,
    attributes,
    numbers,
  ]
}

/** For writing beside the shop. @param {Record<string, string | undefined>} env */
export function openDatabase({ DATABASE_URL, DATA_DIR }) {
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(DATA_DIR || '.data')
}

/** @param {string} connectionString */
async function openPostgres(connectionString) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    mark: (/** @type {number} */ n) => `$${n}`,
    run: async (/** @type {string} */ text, /** @type {unknown[]} */ values) =>
      void (await client.query(text, values)),
    /** What the database itself would do a minute later. */
    tidy: async () => void (await client.query('vacuum analyze')),
    // Running servers drop what they have cached.
    tell: async () =>
      void (await client.query('select pg_notify($1, $2)', [
        'shop_changes',
        JSON.stringify({ from: 'generate-products', changed: ['products'] }),
      ])),
    close: () => client.end(),
  }
}

/** @param {string} folder */
async function openSqlite(folder) {
  if (!existsSync(resolve(folder, 'shop.db')))
    giveUp(`There is no shop in ${folder}: open it once with npm start.`)
  const { default: Sqlite } = await import('libsql')
  const lock = new Sqlite(resolve(folder, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    giveUp(`A shop is running on ${folder} and would not see the change: stop it first.`)
  }
  const database = new Sqlite(resolve(folder, 'shop.db'))
  /** @type {Map<string, import('libsql').Statement>} */
  const prepared = new Map()
  return {
    mark: () => '?',
    run: async (/** @type {string} */ text, /** @type {unknown[]} */ values) =>
      void (prepared.get(text) ?? prepared.set(text, database.prepare(text)).get(text))?.run(...values),
    tidy: async () => void database.exec('analyze'),
    tell: async () => {},
    close: async () => {
      database.close()
      lock.close()
    },
  }
}

/** `node lab/generate-products.mjs 10000` fills the shop of DATA_DIR or DATABASE_URL, to see it with many. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const count = Number(process.argv[2])
  if (!Number.isInteger(count) || count < 0) giveUp('Say how many: node lab/generate-products.mjs 10000')
  await generateProducts(count, process.env)
  console.log(`${count} generated products are in the shop.`)
}
