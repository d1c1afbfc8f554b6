import { CompiledQuery } from 'kysely'

/** As many as a list is counted up to, and one row to see that there are more. */
const manyRows = 10_001
/** Reading these whole is the cheapest way: they hold a handful of rows, or only what is still to be done. */
const small =
  /\b(blogs|products_total|reviews_total|kysely_migration|secrets|sqlite_master|pg_\w+|stand_in_webhooks|mails|identity_keys|admins)\b/
/** Those that read many rows knowingly, and why. */
const known = [
  { sql: /"id" = any\(/, why: 'sorts or narrows by stock what a search in memory has found' },
  { sql: / like /, why: 'a piece of a word, for which every row of the list is looked at' },
  { sql: /group by/, why: 'adds up the days that the summary shows, from an index alone' },
  {
    sql: /^select "?image"? as "address"|^select "photo" as "address"/,
    why: 'the pictures that are shown, once an hour',
  },
]

/**
 * @param {{ engine: string, db: import('kysely').Kysely<any> }} database
 * @param {{ sql: string, parameters: readonly unknown[] }} query
 * @returns {Promise<{ lines: string[], flag?: string | undefined, known?: string | undefined }>}
 */
export async function planOf({ engine, db }, query) {
  if (!/^\s*(select|update|delete|with|insert)/i.test(query.sql)) return { lines: [] }
  const { lines, flag } = await (engine === 'postgres' ? onPostgres(db, query) : onSqlite(db, query))
  if (!flag) return { lines }
  const why = known.find(({ sql }) => sql.test(query.sql))?.why
  return why ? { lines, known: `${flag}: ${why}` } : { lines, flag }
}

/** SQLite tells which index it takes, not how many rows it reads. A scan that stops at a limit is none. */
async function onSqlite(
  /** @type {import('kysely').Kysely<any>} */ db,
  /** @type {any} */ { sql, parameters },
) {
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery(explained)
  const lines = rows.map((row) => String(/** @type {any} */ (row).detail))
  const scans = lines.filter(
    (line) => /^SCAN (?!CONSTANT|\(|page|counted|json_each)/.test(line) && !small.test(line),
  )
  const isCut = /\blimit\b/i.test(sql) && scans.every((scan) => / USING /.test(scan)) && !/ like /.test(sql)
  return { lines, flag: scans.length > 0 && !isCut ? scans.join('; ') : undefined }
}

/** PostgreSQL runs it, in a transaction that is undone, and counts; not what inserts, which would be there twice. */
async function onPostgres(
  /** @type {import('kysely').Kysely<any>} */ db,
  /** @type {any} */ { sql, parameters },
) {
  /** @type {any} */
  let plan
  const undo = new Error('only explained')
  await db
    .transaction()
    .execute(async (tx) => {
      const explained = CompiledQuery.raw(`explain (analyze, format json, timing off) ${sql}`, [
        ...parameters,
      ])
      const { rows } = await tx.executeQuery(explained)
      plan = /** @type {any} */ (rows[0])['QUERY PLAN'][0].Plan
      throw undo
    })
    .catch((error) => {
      if (error !== undo) plan = { 'Node Type': `not explained: ${error.message}` }
    })
  const nodes = flat(plan)
  const leaves = nodes.filter(({ node }) => /Scan/.test(node['Node Type']) && node['Relation Name'])
  const returns = plan['Actual Rows'] ?? 0
  const culprits = leaves.filter(({ node }) => touched(node) > Math.max(manyRows, returns * 2))
  const flag = culprits.map(({ node }) => `${node['Node Type']} on ${node['Relation Name']}`).join('; ')
  const lines = nodes.map(
    ({ node, depth }) =>
      `${'  '.repeat(depth)}${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''} ` +
      `rows ${node['Actual Rows'] ?? '?'}, removed ${node['Rows Removed by Filter'] ?? 0}`,
  )
  return { lines, flag: flag || undefined }
}

/** @param {any} node */
function touched(node) {
  const loops = node['Actual Loops'] ?? 1
  return ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * loops
}

/** @param {any} node @param {number} [depth] @returns {{ node: any, depth: number }[]} */
function flat(node, depth = 0) {
  const below = (node.Plans ?? []).flatMap((/** @type {any} */ child) => flat(child, depth + 1))
  return [{ node, depth }, ...below]
}
