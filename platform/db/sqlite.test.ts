import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Sqlite from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { openSqlite, openSqliteBeside } from './sqlite.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'car-parts-beside-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a tool that writes beside the server leaves the write-ahead log to the server, however long it is', async () => {
  const server = new Sqlite(join(folder, 'shop.db'))
  for (const pragma of ['journal_mode = WAL', 'wal_autocheckpoint = 0']) server.pragma(pragma)
  server.exec('create table notes (text)')
  // More than the 1,000 pages after which a commit checkpoints.
  server.prepare('insert into notes values (?)').run('x'.repeat(6_000_000))
  const before = framesInLog()
  expect(before).toBeGreaterThan(1000)

  const tool = openSqliteBeside(folder)
  await sql`insert into notes values ('from the tool')`.execute(tool)
  expect(framesInLog()).toBeGreaterThan(before)
  expect(copiedFrames()).toBe(0)
  await tool.destroy()
  expect(copiedFrames()).toBe(0)
  server.close()
})

test('a shop that was closed is one file with all that was written', async () => {
  for (let round = 0; round < 20; round += 1) {
    const dataDir = join(folder, `closed-${round}`)
    const shop = openSqlite(dataDir)
    await sql`create table notes (text)`.execute(shop.db)
    await sql`select * from notes`.execute(shop.db)
    await shop.close()
    expect(readdirSync(dataDir).sort()).toEqual(['server.lock', 'shop.db'])
  }
})

/** The log's index says how many frames it holds, and how many of them are in the database file already. */
const index = () => new Uint32Array(Uint8Array.from(readFileSync(join(folder, 'shop.db-shm'))).buffer)
const framesInLog = () => index()[16 / 4]!
const copiedFrames = () => index()[96 / 4]!
