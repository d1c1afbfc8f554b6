import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readBackup } from '~/database/backup/read.server.ts'
import { openEngine } from '~/platform/db/database.server.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { replaceSecretFile } from '~/shop/identity/secret.server.ts'
import { endTool } from './tool.server.ts'

/** `npm run restore -- FILE [--force]`, into a shop that is closed; a backup of either engine goes into either. */
try {
  const given = process.argv.slice(2)
  const force = given.includes('--force')
  const file = resolve(given.find((word) => word !== '--force') ?? '')
  if (!given.some((word) => word !== '--force') || !existsSync(file))
    throw new Error('Say which: npm run restore -- FILE [--force]')
  process.umask(0o077)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const engine = openEngine(config, createLog('silent'))
  try {
    const { rows, secret, migrations } = await engine.withLock((db) =>
      readBackup({ ...engine, db }, file, { force }),
    )
    if (secret) replaceSecretFile(config.dataDir, secret)
    console.log(`${rows} rows are back, as they were in ${file}`)
    if (migrations.newer > 0)
      console.log(`The backup is of an older version: ${migrations.newer} newer migrations were applied.`)
    if (engine.name === 'postgres') console.log('Servers that were running on this database: restart them.')
  } finally {
    await engine.close()
  }
} catch (error) {
  endTool(error)
}
