import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailRow } from '~/database/tables.ts'
import type { Config } from '~/platform/config.server.ts'
import type { Log } from '~/platform/log.server.ts'

export type Deliver = (mail: MailRow) => Promise<void>

/** By SMTP where a mail server is configured; as a file in the outbox folder where stand-ins are on; else not at all. */
export function createDelivery(config: Config, log: Log): Deliver | undefined {
  if (config.smtpUrl) return bySmtp(config.smtpUrl, config.mailFrom)
  return config.standIns ? toOutbox(config, log) : undefined
}

function bySmtp(smtpUrl: string, from: string): Deliver {
  const opening = once(async () =>
    (await nodemailer()).createTransport(smtpUrl, {
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
    } as object),
  )
  return async (mail) => {
    const transport = await opening()
    await transport.sendMail({ from, ...addressed(mail), disableFileAccess: true, disableUrlAccess: true })
  }
}

function toOutbox(config: Config, log: Log): Deliver {
  const folder = join(config.dataDir, 'outbox')
  const opening = once(async () =>
    (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  )
  return async (mail) => {
    const writer = await opening()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { message } = await writer.sendMail({ from: config.mailFrom, ...addressed(mail) })
    const name = `${mail.created_at.replace(/[:.]/g, '-')}-${mail.id}.eml`
    // Written aside and renamed, so that whoever watches the folder never reads half a mail.
    await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, name))
    log.info({ file: name }, 'no mail server is configured: a mail was written to the outbox folder')
  }
}

// Most shops start more often than they write: it is loaded for the first mail.
const nodemailer = async () => (await import('nodemailer')).default

function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Addresses as objects, never as text: no part of one can become another recipient or a header. */
const addressed = (mail: MailRow) => ({
  to: { name: '', address: mail.recipient },
  ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
  subject: mail.subject,
  text: mail.body,
  ...(mail.leave_url && { headers: oneClickLeave(mail.leave_url) }),
})

/** RFC 8058: mail programs show a button of their own that leaves the list. */
const oneClickLeave = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
