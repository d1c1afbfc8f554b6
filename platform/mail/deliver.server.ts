import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailRow } from '~/database/tables.ts'
import type { Log } from '~/platform/log.server.ts'
import { makeFolder } from '../folders.server.ts'
import type { Composed, Letterhead, MailDetails } from './compose.server.ts'
import { compose } from './compose.server.ts'
import { mailId } from './mail.server.ts'

export type Deliver = (mail: MailRow) => Promise<void>

/** As it is when a mail is sent: the shop may have another name by then. */
type CurrentHead = () => Promise<Letterhead>

type MailSettings = { smtpUrl: string | undefined; mailFrom: string; standIns: boolean; dataDir: string }

/** By SMTP where a mail server is configured; as a file in the outbox folder where stand-ins are on; else not at all. */
export function createDelivery(settings: MailSettings, log: Log, head: CurrentHead): Deliver | undefined {
  const { smtpUrl, mailFrom, standIns } = settings
  if (smtpUrl) return bySmtp(smtpUrl, mailFrom, head)
  return standIns ? toOutbox(settings, log, head) : undefined
}

function bySmtp(smtpUrl: string, from: string, currentHead: CurrentHead): Deliver {
  const opening = once(() => openTransport(smtpUrl))
  return async (mail) => {
    const [transport, head] = await Promise.all([opening(), currentHead()])
    await transport.sendMail({
      // Addresses as objects, never as text: no part of one can become another recipient or a header.
      from: { name: head.name, address: from },
      to: { name: '', address: mail.recipient },
      ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
      ...threadOf(mail, from),
      date: new Date(mail.created_at),
      headers: Object.fromEntries(
        Object.entries(unsubscribeHeaders(mail)).map(([name, value]) => [name, { prepared: true, value }]),
      ),
      ...compose(mail, head),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

const openTransport = async (smtpUrl: string) =>
  // Most shops start more often than they write: it is loaded for the first mail.
  (await import('nodemailer')).default.createTransport(smtpUrl, {
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
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

function toOutbox({ dataDir, mailFrom }: MailSettings, log: Log, currentHead: CurrentHead): Deliver {
  const folder = join(dataDir, 'outbox')
  return async (mail) => {
    const head = await currentHead()
    const { subject, ...parts } = compose(mail, head)
    const { messageId, inReplyTo, references = [] } = threadOf(mail, mailFrom)
    const headers = {
      From: `${phrase(head.name)} <${mailFrom}>`,
      To: mail.recipient,
      ...(mail.reply_to && { 'Reply-To': mail.reply_to }),
      Subject: subject,
      Date: new Date(mail.created_at).toUTCString().replace('GMT', '+0000'),
      'Message-ID': messageId,
      ...(inReplyTo && { 'In-Reply-To': inReplyTo, References: references.join(' ') }),
      ...unsubscribeHeaders(mail),
    }
    const name = `${mail.created_at.replace(/[:.]/g, '-')}-${mail.id}.eml`
    makeFolder(folder)
    // Written aside and renamed, so that a program that watches the folder never reads half a mail.
    await writeFile(join(folder, `.${name}`), emlFile(headers, parts, `=_${mail.id}`), { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, name))
    log.info({ file: name }, 'no mail server is configured: a mail was written to the outbox folder')
  }
}

/** RFC 5322: a name with a comma or a bracket in it stands in quotation marks. */
const phrase = (name: string) =>
  /^[\p{L}\p{N}\s_'&.-]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`

/**
 * RFC 5322: mail programs show together what names each other, all ids from the first on, or the thread breaks where one
 * mail is missing. The same at every try, so that a mail that arrived twice is shown once.
 */
function threadOf({ id, details }: MailRow, from: string) {
  const { messageId = mailId(id, from), references = [] }: MailDetails = details ? JSON.parse(details) : {}
  const inBrackets = (mail: string) => `<${mail}>`
  const [last] = references.slice(-1)
  return {
    messageId: inBrackets(messageId),
    ...(last && { inReplyTo: inBrackets(last), references: references.map(inBrackets) }),
  }
}

/** RFC 8058: mail programs show an unsubscribe button. */
const unsubscribeHeaders = ({ leave_url }: MailRow): Record<string, string> =>
  leave_url
    ? { 'List-Unsubscribe': `<${leave_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

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
