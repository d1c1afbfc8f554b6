import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBackup } from '~/database/backup/write.server.ts'
import { openBeside } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { workAsOwnerOf } from '~/platform/owner.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { secretFile } from '~/shop/identity/secret.server.ts'
import { endTool } from './end-tool.server.ts'

/** `npm run backup [-- FILE]`, also while the shop is open. */
try {
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const db = openBeside(config, createLog('silent'))
  const engine = config.databaseUrl ? 'postgres' : 'sqlite'
  const file = process.argv[2] ? resolve(process.argv[2]) : fileOfNow(config.dataDir)
  const secret = engine === 'sqlite' ? secretFile(config.dataDir) : undefined
  const rows = await writeBackup({ db, engine, secret }, file)
  await db.destroy()
  console.log(`${rows} rows, pictures and the shop's secret among them, are kept in ${file}`)
} catch (error) {
  endTool(error)
}

function fileOfNow(dataDir: string) {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `shop-${new Date().toISOString().replace(/[:.]/g, '-')}.backup.gz`)
}
