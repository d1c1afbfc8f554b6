import type { MailRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'

export type Mail = {
  to: string
  replyTo?: string
  subject: string
  text: string
  /** For mails of a list: a POST to this address is enough to leave it. */
  leaveUrl?: string
  /** A name for what happened, like `user:ID:renamed`: of two mails with the same one only the first is queued. */
  event?: string
  /** Notices unless said: those wait while there are many, links do not wait for them. */
  queue?: MailRow['queue']
}

/** Queued in the transaction of the change it is about: both are committed, or neither. The mail worker sends it. */
export async function queueMail(tx: Tx | Db, mail: Mail) {
  // What is left of somebody who was deleted has no address, and nobody to write to.
  if (!mail.to) return
  await tx
    .insertInto('mails')
    .values(toMailRow(mail))
    .onConflict((c) => c.doNothing())
    .execute()
}

export function toMailRow(mail: Mail) {
  const now = new Date().toISOString()
  return {
    id: newId(),
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: mail.subject,
    body: mail.text,
    created_at: now,
    attempts: 0,
    due_at: now,
    leave_url: mail.leaveUrl ?? null,
    event_key: mail.event ?? null,
    queue: mail.queue ?? 'notices',
  }
}

/** For a batch of statements. */
export const insertMails = (db: Db, mails: MailToQueue[]) =>
  db.insertInto('mails').values(mails).returning('id')

export type MailToQueue = ReturnType<typeof toMailRow>

export const queuedMailsTo = (db: Db, email: string) =>
  db.selectFrom('mails').select(['subject', 'body', 'created_at']).where('recipient', '=', email).execute()

/** Late enough that an event cannot be reported again. */
export const deleteSentBefore = (db: Db, time: string) =>
  db.deleteFrom('mails').where('sent_at', '<', time).execute()

export const deleteMailsTo = (db: Db, email: string) =>
  db.deleteFrom('mails').where('recipient', '=', email).execute()
