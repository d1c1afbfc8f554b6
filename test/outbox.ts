import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const maxWaitMs = 20_000

type Message = { to: string; text: string }

/** The newest mail or text message to a recipient; waits for it, because it is delivered after the response. */
export async function newest(dataDir: string, to: string, containing = ''): Promise<Message> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const found = messages(dataDir).find((message) => message.to === to && message.text.includes(containing))
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Nothing arrived for ${to}`)
    await sleep(25)
  }
}

export const messagesTo = (dataDir: string, to: string) =>
  messages(dataDir).filter((message) => message.to === to)

/** The token after the # of the link in the newest mail. */
export async function linkToken(dataDir: string, to: string, page: 'verify-email' | 'new-password') {
  const { text } = await newest(dataDir, to, `/${page}#`)
  return new RegExp(`/${page}#([\\w-]+)`).exec(text)![1]!
}

/** Of all mails to the address, newest first. */
export const linkTokens = (
  dataDir: string,
  to: string,
  page: 'verify-email' | 'new-password' = 'verify-email',
) => messagesTo(dataDir, to).flatMap(({ text }) => new RegExp(`/${page}#([\\w-]+)`).exec(text)?.[1] ?? [])

export async function newestCode(dataDir: string, phone: string) {
  const { text } = await newest(dataDir, phone)
  return /(\d{6}) is your/.exec(text)![1]!
}

function messages(dataDir: string): Message[] {
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
