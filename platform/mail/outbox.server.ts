import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail or a text message that was written to the outbox folder instead of being sent. */
export type OutboxMail = {
  id: string
  kind: 'mail' | 'sms'
  to: string
  subject: string
  at: string
  text: string
}

type Page = { skip: number; limit: number }

/** Newest first: the names of the files begin with their time, so only those of this page are read. */
export async function readOutbox(folder: string, { skip, limit }: Page) {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^[^.].*\.(eml|sms)$/.test(name))
    .sort()
    .reverse()
  const read = names.slice(skip, skip + limit).map(async (name) => {
    // Old files are tidied away meanwhile.
    const content = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    return content === undefined ? [] : [readMail(name, content)]
  })
  return { mails: (await Promise.all(read)).flat(), total: names.length }
}

function readMail(name: string, content: string): OutboxMail {
  const [head, body] = cut(content)
  const kind = name.endsWith('.sms') ? 'sms' : 'mail'
  return {
    id: name,
    kind,
    to: field(head, 'To'),
    subject: field(head, 'Subject'),
    at: name.replace(/^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d+)Z.*$/, '$1T$2:$3:$4.$5Z'),
    text: (kind === 'mail' ? plainText(head, body) : body).trim(),
  }
}

/** The first part of a mail of several parts, which is its text. */
function plainText(head: string, body: string) {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (!boundary) return body
  const [, first = ''] = body.split(`--${boundary}`)
  return cut(first.trimStart())[1]
}

function cut(text: string) {
  const at = text.indexOf('\n\n')
  return at < 0 ? ([text, ''] as const) : ([text.slice(0, at), text.slice(at + 2)] as const)
}

const field = (head: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''

export async function deleteOutboxBefore(folder: string, time: number) {
  // Where mails are sent there is no outbox.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    // A mail that is written just now has another name while that goes on.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < time) await rm(path, { force: true })
  }
}
