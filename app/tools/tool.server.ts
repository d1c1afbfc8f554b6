import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
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

/** Asks at the terminal before a tool changes something for good; `--yes` answers in advance. */
export async function isConfirmed(question: string, command: string) {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY)
    throw new Error(`Nothing was changed. Say --yes to remove it without being asked: ${command} --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} (yes/no) `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}
