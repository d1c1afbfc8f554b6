import { join, resolve } from 'node:path'
import { verifyBackup } from '~/database/backup/read.server.ts'
import { writeBackup } from '~/database/backup/write.server.ts'
import { openBeside } from '~/platform/db/database.server.ts'
import { makeFolder, workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { secretFile } from '~/shop/identity/secret.server.ts'
import { endTool } from './tool.server.ts'

/**
 * `npm run backup [-- FILE]`, also while the shop is open. `-- --verify` also restores what it has made, into a scratch
 * database; `-- --verify FILE` does that with a backup that is there, and makes none.
 */
try {
  const given = process.argv.slice(2)
  const verify = given.includes('--verify')
  const named = given.find((word) => word !== '--verify')
  process.umask(0o077)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const file = named ? resolve(named) : fileOfNow(config.dataDir)
  if (!verify || !named) await make(config, file)
  if (verify) console.log(await verifyBackup(file))
} catch (error) {
  endTool(error)
}

async function make(config: Config, file: string) {
  const db = openBeside(config, createLog('silent'))
  const engine = config.databaseUrl ? 'postgres' : 'sqlite'
  const secret = engine === 'sqlite' ? secretFile(config.dataDir) : undefined
  const rows = await writeBackup({ db, engine, secret }, file)
  await db.destroy()
  console.log(`${rows} rows, pictures and the shop's secret among them, are kept in ${file}`)
}

function fileOfNow(dataDir: string) {
  const folder = join(dataDir, 'backups')
  makeFolder(folder)
  return join(folder, `shop-${new Date().toISOString().replace(/[:.]/g, '-')}.backup.gz`)
}
