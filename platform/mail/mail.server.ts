import type { MailRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { MailDetails } from './compose.server.ts'

export type Mail = MailDetails & {
  to: string
  replyTo?: string
  subject: string
  text: string
  /** For mails of a list: a POST to this address is enough to leave it. */
  leaveUrl?: string
  /** A name for what happened, like `user:ID:renamed`: of two mails with the same one only the first is queued. */
  event?: string
  /** Not before this time, in case that it is not needed by then; without it, at once. */
  dueAt?: string | undefined
  /** Notices unless said: those wait while there are many, links do not wait for them. */
  queue?: MailRow['queue']
}

/**
 * Queued in the transaction of the change it is about: both are committed, or neither. The mail worker sends it. False
 * when there is nobody to write to, or its event was mailed already.
 */
export async function queueMail(tx: Tx | Db, mail: Mail) {
  // What is left of somebody who was deleted has no address.
  if (!mail.to) return false
  const queued = await tx
    .insertInto('mails')
    .values(toMailRow(mail))
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return queued !== undefined
}

export function toMailRow(mail: Mail) {
  const now = new Date().toISOString()
  return {
    id: newId(),
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: mail.subject,
    body: mail.text,
    details: detailsOf(mail),
    created_at: now,
    attempts: 0,
    due_at: mail.dueAt ?? now,
    leave_url: mail.leaveUrl ?? null,
    event_key: mail.event ?? null,
    queue: mail.queue ?? 'notices',
  }
}

function detailsOf({ isSigned, blocks, messageId, references }: MailDetails) {
  const details: MailDetails = { isSigned, blocks, messageId, references }
  return Object.values(details).some(Boolean) ? JSON.stringify(details) : null
}

/** A Message-ID in the domain that mails come from, without brackets. */
export const mailId = (id: string, from: string) => `${id}@${from.slice(from.lastIndexOf('@') + 1)}`

/** For a batch of statements. */
export const insertMails = (db: Db, mails: MailToQueue[]) =>
  db.insertInto('mails').values(mails).returning('id')

export type MailToQueue = ReturnType<typeof toMailRow>

/** What it says is no longer so: the event counts as mailed, and nobody is written to, unless it is out already. */
export const withdrawMail = (tx: Tx, event: string) =>
  tx.updateTable('mails').set(asSent()).where('event_key', '=', event).where('sent_at', 'is', null).execute()

/** What is left of a mail about an event: due no more, also for a server of the version before. */
export const asSent = () => ({
  recipient: '',
  reply_to: null,
  subject: '',
  body: '',
  details: null,
  due_at: never,
  failed_at: null,
  last_error: null,
  sent_at: new Date().toISOString(),
})
const never = '9999-12-31T23:59:59.999Z'

/** Says something else than when it was queued, unless it is out already. */
export const rewriteMail = (tx: Tx, mail: Mail) =>
  tx
    .updateTable('mails')
    .set({ subject: mail.subject, body: mail.text, details: detailsOf(mail) })
    .where('event_key', '=', mail.event ?? '')
    .where('sent_at', 'is', null)
    .execute()

export const queuedMailsTo = (db: Db, email: string) =>
  db.selectFrom('mails').select(['subject', 'body', 'created_at']).where('recipient', '=', email).execute()

/** Where those of these events are that are not out yet. */
export async function undeliveredOf(db: Db, events: string[]) {
  const mails = await db
    .selectFrom('mails')
    .select(['event_key', 'failed_at'])
    .where('event_key', 'in', events)
    .where('sent_at', 'is', null)
    .execute()
  return new Map(
    mails.map(({ event_key, failed_at }) => [event_key!, failed_at ? 'failed' : 'waiting'] as const),
  )
}

/** Late enough that an event cannot be reported again. */
export const deleteSentBefore = (db: Db, time: string) =>
  db.deleteFrom('mails').where('sent_at', '<', time).execute()

export const deleteMailsTo = (db: Db, email: string) =>
  db.deleteFrom('mails').where('recipient', '=', email).execute()

/** What waits to be sent, by queue, and since when the oldest of it waits. */
export const queuedMails = (db: Db) =>
  db
    .selectFrom('mails')
    .select((e) => ['queue', e.fn.countAll<number>().as('count'), e.fn.min('created_at').as('since')])
    // What is out keeps its row, due no more.
    .where('due_at', '<', never)
    .where('failed_at', 'is', null)
    .groupBy('queue')
    .execute()

/** Whether anything was ever taken by a mail server. */
export async function hasSentMail(db: Db) {
  const sent = await db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}
