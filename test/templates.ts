import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { fillEmptyShop } from '~/database/demo/fill.server.ts'
import { migrate } from '~/database/migrate.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'

/**
 * Making the tables of a shop takes half a second of a core, copying them a hundredth. The names are those of databases on
 * PostgreSQL, and of files on SQLite.
 */
export async function makeTemplates(engine: string) {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-templates-'))
  const onPostgres = engine === 'postgres'
  const databases: string[] = []

  async function makeTemplate(name: string, hasDemo: boolean) {
    const dataDir = join(folder, name)
    const databaseName = `template_${crypto.randomUUID().replaceAll('-', '')}`
    if (onPostgres) {
      await onServer(`create database ${databaseName}`)
      databases.push(databaseName)
    }
    const databaseUrl = onPostgres ? databaseAddress(databaseName) : undefined
    const database = await openDatabase({ dataDir, databaseUrl }, createLog('silent'))
    await migrate(database.db)
    if (hasDemo) await fillEmptyShop(database.db)
    await database.close()
    return onPostgres ? databaseName : join(dataDir, 'shop.db')
  }

  return {
    templates: { tables: await makeTemplate('tables', false), demo: await makeTemplate('demo', true) },
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      for (const name of databases) await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** Of a database on the PostgreSQL that the tests were given. */
export function databaseAddress(name: string) {
  const url = new URL(process.env.TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(command: string) {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(command)
  await client.end()
}
