import type { ContactMessageRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { mailId, queueMail } from '~/platform/mail/mail.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userById } from '~/shop/identity/users.server.ts'
import { refuse } from './contract.ts'
import { answerMail } from './mails.ts'
import type { Post } from './send-message.server.ts'
import { formerColleague } from './thread-rules.ts'

type Input = {
  id: string
  /** Null for one that was given elsewhere: nobody is mailed. */
  answer: string | null
  /** The number of answers that were there when it was written. */
  seen: number
}

/** Of several at once the first one counts; the others are told, unless they are the same answer sent again. */
export const answerMessage = (
  { database, config, shopName }: Post & { shopName: () => string },
  by: Caller,
  input: Input,
) =>
  database.change([], async (tx) => {
    const answeredAt = new Date().toISOString()
    const message = await claimNextAnswer(tx, input, {
      answeredAt,
      subject: `Your message to ${shopName()}`,
      threadId: mailId(`message-${input.id}`, config.mailFrom),
    })
    if (!message) return sameAnswer(tx, by, input)
    const id = newId()
    const { answer } = input
    const nth = message.answers
    const row = {
      id,
      message_id: message.id,
      nth,
      answer,
      by_user_id: by.userId,
      answered_at: answeredAt,
      mail_id: answer === null ? null : mailId(`answer-${id}`, config.mailFrom),
    }
    const earlier = await answersBefore(tx, message.id)
    await tx.insertInto('contact_answers').values(row).execute()
    await record(tx, by, {
      what: 'message answered',
      // Not who wrote it: what they are told here goes with the message, and this entry stays.
      subject: `Message of ${message.created_at.slice(0, 10)}`,
      details: { message: message.id, answer: answer === null ? 'elsewhere' : nth },
    })
    if (answer !== null)
      await queueMail(
        tx,
        answerMail(message, {
          shopEmail: config.shopEmail,
          subject: message.subject!,
          answer,
          nth,
          mailId: row.mail_id!,
          references: [message.thread_id!, ...earlier.flatMap(({ mail_id }) => mail_id ?? [])],
        }),
      )
    return id
  })

type First = { answeredAt: string; subject: string; threadId: string }

/** One statement decides whose answer is the next one. What the mails of a thread share is what the first one said. */
const claimNextAnswer = (tx: Tx, { id, seen }: Input, { answeredAt, subject, threadId }: First) =>
  tx
    .updateTable('contact_messages')
    .set((e) => ({
      answers: e('answers', '+', 1),
      answered_at: answeredAt,
      read_at: e.fn.coalesce('read_at', e.val(answeredAt)),
      subject: e.fn.coalesce('subject', e.val(subject)),
      thread_id: e.fn.coalesce('thread_id', e.val(threadId)),
    }))
    .where('id', '=', id)
    .where('answers', '=', seen)
    .returningAll()
    .executeTakeFirst() as Promise<ContactMessageRow | undefined>

const answersBefore = (tx: Tx, messageId: string) =>
  tx
    .selectFrom('contact_answers')
    .select(['mail_id'])
    .where('message_id', '=', messageId)
    .orderBy('nth')
    .execute()

/** An answer that did not come back from the shop is sent again by whoever waited for it. */
async function sameAnswer(tx: Tx, by: Caller, { id, answer, seen }: Input) {
  const there = await tx
    .selectFrom('contact_answers')
    .selectAll()
    .where('message_id', '=', id)
    .where('nth', '>', seen)
    .orderBy('nth')
    .execute()
  const last = there.at(-1)
  const [next] = there
  if (!next || !last) throw refuse('unknown_message')
  if (last.id === next.id && next.by_user_id === by.userId && next.answer === answer) return next.id
  const user = last.by_user_id ? await userById(tx, last.by_user_id) : undefined
  throw refuse('answered_meanwhile', { values: { who: user?.name ?? formerColleague } })
}
