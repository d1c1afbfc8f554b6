import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root, say } from '../scripts/prepare.mjs'
import { adminTables } from './bench/admin.mjs'
import { inTheBrowser } from './bench/browser.mjs'
import { cached } from './bench/cached.mjs'
import { finding } from './bench/finding.mjs'
import { fitments } from './bench/fitments.mjs'
import { orders } from './bench/orders.mjs'
import { folder } from './bench/servers.mjs'
import { startAndMemory } from './bench/start.mjs'
import { asMarkdown } from './bench/table.mjs'
import { readVersions } from './bench/versions.mjs'
import { workers } from './bench/workers.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()

const { versions, parts: asked } = readVersions(process.argv.slice(2))
const inFolder = (/** @type {string} */ name) => ({ DATA_DIR: join(folder, name) })
/** @type {Record<string, () => Promise<import('./bench/table.mjs').Part>>} */
const parts = {
  cached: () => cached(versions),
  start: startAndMemory,
  browser: inTheBrowser,
  orders: () => orders('SQLite', inFolder, versions),
  finding: () => finding('SQLite', inFolder),
  fitments: () => fitments('SQLite', inFolder),
  admin: () => adminTables('SQLite', inFolder),
}
// One that waits for the disk, as the shop's SQLite does.
const postgres = await startPostgres({ durable: true })
if (postgres) {
  parts.workers = () => workers(aDatabase)
  parts['orders-postgres'] = () => orders('PostgreSQL', aDatabase, versions)
  parts['finding-postgres'] = () => finding('PostgreSQL', aDatabase)
  parts['fitments-postgres'] = () => fitments('PostgreSQL', aDatabase)
  parts['admin-postgres'] = () => adminTables('PostgreSQL', aDatabase)
} else console.log('No PostgreSQL here: what is compared on it is left out.')

const unknown = asked.filter((name) => !parts[name])
if (unknown.length > 0)
  throw new Error(`No part is called ${unknown}: choose of ${Object.keys(parts).join(', ')}`)
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))

const startedAt = Date.now()
const machine = `Node ${process.versions.node} on ${cpus().length} cores (${cpus()[0]?.model.trim()})`
const loadBefore = loadavg()[0]?.toFixed(1)
const tables = []
for (const [name, measure] of chosen) {
  say(`Measuring: ${name}`)
  const table = asMarkdown(await measure())
  console.log(`\n${table}`)
  tables.push(table)
}
await postgres?.stop()
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
// A run of some parts is a look; only the whole is written down.
if (asked.length === 0 && versions.length === 1) {
  const file = join(root, 'docs/benchmarks.md')
  // What other programs have measured stays.
  const [apart = ''] = /\n## Measured apart\n[\s\S]*$/.exec(readFileSync(file, 'utf8')) ?? []
  writeFileSync(
    file,
    [
      '# Benchmarks',
      '',
      `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} in ${minutes} minutes: ${machine},`,
      `load ${loadBefore} before the first round. Compare ratios within a table; requests per second are only true of this machine.`,
      '`npm run bench -- cached orders --beside ../other` measures some parts, beside another version that is built there, and',
      'writes nothing down.',
      '',
      ...tables,
    ].join('\n') + apart,
  )
}
process.exit(0)

/** @param {string} name */
async function aDatabase(name) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: postgres?.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return {
    DATA_DIR: join(folder, `postgres-${name}`),
    DATABASE_URL: postgres?.url.replace(/postgres$/, name) ?? '',
  }
}
