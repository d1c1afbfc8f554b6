import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailRow } from '~/database/tables.ts'
import type { Log } from '~/platform/log.server.ts'
import { makeFolder } from '../folders.server.ts'
import type { Composed, Letterhead, MailDetails } from './compose.server.ts'
import { compose } from './compose.server.ts'
import { mailId } from './mail.server.ts'

export type Deliver = (mail: MailRow) => Promise<void>

/** A mail to a list: one of many alike. */
export type ListMail = {
  /** The same at every try. */
  id: string
  to: string
  date: string
  subject: string
  text: string
  details: MailDetails
  leaveUrl: string
  /** What mail programs know the list by, before the name of the host. */
  list: string
}
export type DeliverToList = { send(mail: ListMail): Promise<void>; close(): void }

/** As it is when a mail is sent: the shop may have another name by then. */
type CurrentHead = () => Promise<Letterhead>

type MailSettings = { smtpUrl: string | undefined; mailFrom: string; standIns: boolean; dataDir: string }

type Thread = { messageId: string; inReplyTo?: string; references?: string[] }
type Outgoing = {
  id: string
  thread: Thread
  to: string
  replyTo: string | null
  date: string
  /** Beside those that every mail has; written as they are. */
  headers: Headers
  from: string
  composed: Composed
}
type Transport = { send(mail: Outgoing): Promise<void>; close(): void }

/** By SMTP where a mail server is configured; as a file in the outbox folder where stand-ins are on; else not at all. */
export function createDelivery(settings: MailSettings, log: Log, head: CurrentHead): Deliver | undefined {
  const transport = createTransport(settings, log, {})
  if (!transport) return undefined
  return async (mail) => {
    const current = await head()
    await transport.send({
      id: mail.id,
      thread: threadOf(mail, settings.mailFrom),
      to: mail.recipient,
      replyTo: mail.reply_to,
      date: mail.created_at,
      headers: mail.leave_url ? unsubscribeHeaders(mail.leave_url) : {},
      from: current.name,
      composed: compose(mail, current),
    })
  }
}

/** One connection for many; the server hangs up after some thousands, so we do before. Nothing is tried twice by itself. */
const onOneConnection = { pool: true, maxConnections: 1, maxMessages: 100, maxRequeues: 0 }

/** The same way for lists, with a connection of its own: no other mail waits behind them. */
export function createListDelivery(
  settings: MailSettings,
  log: Log,
  head: CurrentHead,
): DeliverToList | undefined {
  const transport = createTransport(settings, log, onOneConnection)
  if (!transport) return undefined
  return {
    async send({ id, to, date, subject, text, details, leaveUrl, list }) {
      const current = await head()
      await transport.send({
        id,
        thread: threadOf({ id, details: null }, settings.mailFrom),
        to,
        replyTo: null,
        date,
        headers: {
          'List-Id': `<${list}.${domainOf(settings.mailFrom)}>`,
          Precedence: 'bulk',
          ...unsubscribeHeaders(leaveUrl),
        },
        from: current.name,
        composed: compose({ subject, body: text, details: JSON.stringify(details) }, current),
      })
    },
    close: transport.close,
  }
}

function createTransport(settings: MailSettings, log: Log, options: object): Transport | undefined {
  const { smtpUrl, mailFrom, standIns, dataDir } = settings
  if (smtpUrl) return bySmtp(smtpUrl, mailFrom, options)
  return standIns ? toOutbox(dataDir, mailFrom, log) : undefined
}

function bySmtp(smtpUrl: string, mailFrom: string, options: object): Transport {
  const open = () => openTransport(smtpUrl, options)
  let opening: ReturnType<typeof open> | undefined
  return {
    async send({ thread, to, replyTo, date, headers, from, composed }) {
      opening ??= open()
      const transport = await opening
      await transport.sendMail({
        // Addresses as objects, never as text: no part of one can become another recipient or a header.
        from: { name: from, address: mailFrom },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...thread,
        date: new Date(date),
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]),
        ),
        ...composed,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close() {
      void opening?.then((transport) => transport.close())
      opening = undefined
    },
  }
}

const openTransport = async (smtpUrl: string, options: object = {}) =>
  // Most shops start more often than they write: it is loaded for the first mail.
  (await import('nodemailer')).default.createTransport(smtpUrl, {
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    ...options,
  } as object)

/** Connects and logs in, and sends nothing; rejects with what the mail server says. */
export async function checkMailServer(smtpUrl: string) {
  const transport = await openTransport(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function toOutbox(dataDir: string, mailFrom: string, log: Log): Transport {
  const folder = join(dataDir, 'outbox')
  return {
    async send({ id, thread, to, replyTo, date, headers, from, composed: { subject, ...parts } }) {
      const { messageId, inReplyTo, references = [] } = thread
      const all = {
        From: `${phrase(from)} <${mailFrom}>`,
        To: to,
        ...(replyTo && { 'Reply-To': replyTo }),
        Subject: subject,
        Date: new Date(date).toUTCString().replace('GMT', '+0000'),
        'Message-ID': messageId,
        ...(inReplyTo && { 'In-Reply-To': inReplyTo, References: references.join(' ') }),
        ...headers,
      }
      const name = `${date.replace(/[:.]/g, '-')}-${id.replace(/\W/g, '-')}.eml`
      makeFolder(folder)
      // Written aside and renamed, so that a program that watches the folder never reads half a mail.
      await writeFile(join(folder, `.${name}`), emlFile(all, parts, `=_${id}`), { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
      log.info({ file: name }, 'no mail server is configured: a mail was written to the outbox folder')
    },
    close() {},
  }
}

/** RFC 5322: a name with a comma or a bracket in it stands in quotation marks. */
const phrase = (name: string) =>
  /^[\p{L}\p{N}\s_'&.-]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`

/**
 * RFC 5322: mail programs show together what names each other, all ids from the first on, or the thread breaks where one
 * mail is missing. The same at every try, so that a mail that arrived twice is shown once.
 */
function threadOf({ id, details }: Pick<MailRow, 'id' | 'details'>, from: string): Thread {
  const { messageId = mailId(id, from), references = [] }: MailDetails = details ? JSON.parse(details) : {}
  const inBrackets = (mail: string) => `<${mail}>`
  const [last] = references.slice(-1)
  return {
    messageId: inBrackets(messageId),
    ...(last && { inReplyTo: inBrackets(last), references: references.map(inBrackets) }),
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** RFC 8058: mail programs show an unsubscribe button. */
const unsubscribeHeaders = (url: string): Headers => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Headers = Record<string, string>

/**
 * A mail as a file that a person can read and a mail program can open: everything stands in it as it was written, in
 * UTF-8, so that no link is broken up, whatever else is in the mail.
 */
export function emlFile(headers: Headers, { text, html }: Pick<Composed, 'text' | 'html'>, boundary: string) {
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`
  const lines = { ...headers, 'MIME-Version': '1.0' }
  return [
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`),
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${boundary}--\n`,
  ].join('\n')
}
