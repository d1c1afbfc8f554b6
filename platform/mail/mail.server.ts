import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'

export type Mail = {
  to: string
  replyTo?: string
  subject: string
  text: string
  /** For mails of a list: a POST to this address is enough to leave it. */
  leaveUrl?: string
}

/** Queued in the transaction of the change it is about: both are committed, or neither. The mail worker sends it. */
export async function queueMail(tx: Tx | Db, mail: Mail) {
  // What is left of somebody who was deleted has no address, and nobody to write to.
  if (!mail.to) return
  const now = new Date().toISOString()
  await tx
    .insertInto('mails')
    .values({
      id: newId(),
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.text,
      created_at: now,
      attempts: 0,
      due_at: now,
      leave_url: mail.leaveUrl ?? null,
    })
    .execute()
}

export const queuedMailsTo = (db: Db, email: string) =>
  db.selectFrom('mails').select(['subject', 'body', 'created_at']).where('recipient', '=', email).execute()

export const deleteMailsTo = (db: Db, email: string) =>
  db.deleteFrom('mails').where('recipient', '=', email).execute()
