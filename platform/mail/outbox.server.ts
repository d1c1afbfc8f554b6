import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail or a text message that was written to the outbox folder instead of being sent. */
export type OutboxMail = {
  id: string
  kind: 'mail' | 'sms'
  from: string
  to: string
  subject: string
  at: string
  text: string
  hasHtml: boolean
}

/** Not of a file that is being written. */
const fileName = /^[\w-]+\.(eml|sms)$/

type Page = { skip: number; limit: number }

/** Newest first: the names of the files begin with their time, so only those of this page are read. */
export async function readOutbox(folder: string, { skip, limit }: Page) {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => fileName.test(name))
    .sort()
    .reverse()
  const read = names.slice(skip, skip + limit).map(async (name) => {
    // Old files are tidied away meanwhile.
    const content = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    return content === undefined ? [] : [readMail(name, content)]
  })
  return { mails: (await Promise.all(read)).flat(), total: names.length }
}

/** The HTML part of a mail; undefined where there is none. */
export async function readHtml(folder: string, id: string) {
  if (!fileName.test(id)) return undefined
  const content = await readFile(join(folder, id), 'utf8').catch(() => undefined)
  return content && partsOf(content)[1]
}

function readMail(name: string, content: string): OutboxMail {
  const [head, body] = cut(content)
  const kind = name.endsWith('.sms') ? 'sms' : 'mail'
  const [text = body, html] = partsOf(content)
  return {
    id: name,
    kind,
    from: field(head, 'From'),
    to: field(head, 'To'),
    subject: field(head, 'Subject'),
    at: name.replace(/^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d+)Z.*$/, '$1T$2:$3:$4.$5Z'),
    text: text.trim(),
    hasHtml: html !== undefined,
  }
}

/** The text and the HTML of a mail; none of a message that has no parts. */
function partsOf(content: string) {
  const [head, body] = cut(content)
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (!boundary) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => cut(part.trimStart())[1])
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
