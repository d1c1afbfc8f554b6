import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEngine } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { migrate } from './migrate.server.ts'

test('schema.json has every table and column that the migrations make, and no other', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'car-parts-test-'))
  const { db, close } = openEngine({ databaseUrl: undefined, dataDir }, createLog('silent'))
  await migrate(db)
  const tables = await db.introspection.getTables()
  await close()
  rmSync(dataDir, { recursive: true })
  const schema = Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map((column) => [column.name, column.dataType])),
    ]),
  )
  await expect(
    `${JSON.stringify(schema, null, 2)}\n`,
    'after a new migration: npx vitest run --project unit schema -u',
  ).toMatchFileSnapshot('schema.json')
})
