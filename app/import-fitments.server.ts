import { existsSync } from 'node:fs'
import { migrate } from '~/database/migrate.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { counted } from '~/platform/figures.ts'
import { createLog } from '~/platform/log.server.ts'
import { workAsOwnerOf } from '~/platform/owner.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import type { Imported } from '~/shop/fitment/csv/import-stream.server.ts'
import { importFile } from '~/shop/fitment/csv/import-stream.server.ts'
import { endTool } from './end-tool.server.ts'

/** `npm run import-fitments -- FILE`: all lines of a file or none, however long it is. On SQLite the shop must be closed. */
try {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Usage: npm run import-fitments -- FILE.csv')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const database = await openDatabase(config, createLog('silent'))
  try {
    await database.withLock(() => migrate(database.db))
    const { lines, added, changed, unchanged } = await importFile(database, file, progress())
    console.log(
      `${counted(lines)} lines: ${counted(added)} new, ${counted(changed)} changed, ${counted(unchanged)} unchanged.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  endTool(error)
}

/** Says how far it is, every so many lines. */
function progress() {
  const step = 50_000
  let next = step
  return ({ lines }: Imported) => {
    if (lines < next) return
    console.log(`${counted(lines)} lines …`)
    next = lines - (lines % step) + step
  }
}
