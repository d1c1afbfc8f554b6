import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const longestWaitMs = 8000

type Letter = { to: string; text: string }

/** The newest mail or message to an address or number; waits for it, because delivery happens after the answer. */
export async function newest(dataDir: string, to: string, holding = ''): Promise<Letter> {
  const deadline = Date.now() + longestWaitMs
  for (;;) {
    const found = letters(dataDir).find((letter) => letter.to === to && letter.text.includes(holding))
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Nothing arrived for ${to}`)
    await sleep(25)
  }
}

export const lettersTo = (dataDir: string, to: string) =>
  letters(dataDir).filter((letter) => letter.to === to)

/** The secret behind the # of the link in the newest mail. */
export async function linkToken(dataDir: string, to: string, page: 'verify-email' | 'new-password') {
  const { text } = await newest(dataDir, to, `/${page}#`)
  return new RegExp(`/${page}#([\\w-]+)`).exec(text)![1]!
}

/** Of all mails to the address, newest first. */
export const linkTokens = (
  dataDir: string,
  to: string,
  page: 'verify-email' | 'new-password' = 'verify-email',
) => lettersTo(dataDir, to).flatMap(({ text }) => new RegExp(`/${page}#([\\w-]+)`).exec(text)?.[1] ?? [])

export async function newestCode(dataDir: string, phone: string) {
  const { text } = await newest(dataDir, phone)
  return /(\d{6}) is your/.exec(text)![1]!
}

function letters(dataDir: string): Letter[] {
  const folder = join(dataDir, 'outbox')
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch {
    // Nothing was sent yet.
  }
  return names
    .sort()
    .reverse()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text }))
}
