import { createInterface } from 'node:readline/promises'

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
