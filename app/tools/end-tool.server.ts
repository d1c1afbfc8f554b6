import { resolve } from 'node:path'
import { openProblem } from '~/platform/db/open-problem.server.ts'

/** A tool that cannot do its work says why in a sentence. */
export function endTool(error: unknown) {
  const { DATABASE_URL, DATA_DIR } = process.env
  const problem = openProblem(error, {
    databaseUrl: DATABASE_URL || undefined,
    dataDir: resolve(DATA_DIR || '.data'),
  })
  console.error(problem instanceof Error ? problem.message : problem)
  process.exitCode = 1
}
