import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ensureInstalled, giveUp, requireNode, say } from './prepare.mjs'

/** `npm run reset` throws the embedded demo shop away, so that the next start makes a new one. Backups stay. */
const ofTheShop = ['shop.db', 'shop.db-wal', 'shop.db-shm', 'secret', 'outbox']
const folder = resolve(process.env.DATA_DIR || '.data')

requireNode()
if (process.env.DATABASE_URL)
  giveUp('DATABASE_URL is set: only the embedded demo shop is reset, nothing on PostgreSQL.')
if (process.env.NODE_ENV === 'production') giveUp('NODE_ENV is production: a shop that sells is not reset.')
if (process.env.STRIPE_SECRET_KEY) giveUp('STRIPE_SECRET_KEY is set: a shop that takes money is not reset.')
if (!existsSync(join(folder, 'shop.db'))) giveUp(`There is no shop in ${folder}: npm start makes one.`)
await ensureInstalled()
const { default: Sqlite } = await import('libsql')

const lock = new Sqlite(join(folder, 'server.lock'))
try {
  lock.exec('begin exclusive')
} catch {
  giveUp(`A shop is running on ${folder}: stop it first.`)
}
if (!isDemo()) giveUp(`The shop in ${folder} has no demo accounts: it is not the demo, and is left alone.`)
if (!process.argv.includes('--yes') && !(await isWanted())) giveUp('Nothing was changed.')

say(`Throwing away the demo shop in ${folder}`)
for (const name of ofTheShop) rmSync(join(folder, name), { recursive: true, force: true })
lock.close()
console.log('Done. npm start makes a new one.')

function isDemo() {
  const database = new Sqlite(join(folder, 'shop.db'))
  try {
    return Boolean(database.prepare("select 1 from users where email = 'admin@carparts.example'").get())
  } catch {
    return false
  } finally {
    database.close()
  }
}

async function isWanted() {
  if (!process.stdin.isTTY) giveUp('Say --yes to reset without being asked: npm run reset -- --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Throw away all orders, people and products in ${folder}? (yes/no) `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}
