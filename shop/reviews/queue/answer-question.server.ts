import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { excerpt } from '~/platform/text.ts'
import { record } from '~/shop/audit/record.server.ts'
import { addBlog } from '~/shop/blog/manage-api.server.ts'
import { longestQuestion } from '~/shop/blog/rules.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import { emailOf } from '~/shop/identity/users.server.ts'
import { questionAnsweredMail, questionHiddenMail } from '../questions/mails.ts'
import type { HideReason } from '../rules.ts'
import { refuseManaged } from './contract.ts'

const now = () => new Date().toISOString()

type Answer = { answer: string; seen: string }

/** Public from then on, also when it was hidden; who asked is mailed, again when the answer is another one. */
export const answerQuestion = (database: Database, by: Caller, id: string, { answer, seen }: Answer) =>
  database.change(['part_answers'], async (tx) => {
    const question = await lockedQuestion(database, tx, id)
    const before = await answerRow(tx, id)
    if ((before?.answer ?? '') !== seen)
      throw refuseManaged('reply_changed', { values: { theirs: before?.answer ?? '' } })
    if (answer === seen) return
    const at = now()
    const { product_id } = question
    await tx
      .insertInto('part_answers')
      .values({
        question_id: id,
        product_id,
        answer,
        answered_at: at,
        changed_at: at,
        hidden_at: null,
        blog_id: null,
      })
      .onConflict((c) => c.column('question_id').doUpdateSet({ answer, changed_at: at, hidden_at: null }))
      .execute()
    await tx
      .updateTable('part_questions')
      .set({ answered_at: question.answered_at ?? at, hidden_at: null, hidden_reason: null })
      .where('id', '=', id)
      .execute()
    const productName = await nameOfPart(tx, product_id)
    await record(tx, by, {
      what: 'part question answered',
      subject: productName,
      details: { question: id, answer: seen ? { from: seen, to: answer } : answer },
    })
    const to = await emailOf(tx, question.asker_id)
    if (to) await queueMail(tx, questionAnsweredMail(question, { to, productName, answer, at }))
  })

/** For one of the reasons, which who asked is mailed; or as it was before. */
export const hideQuestion = (database: Database, by: Caller, id: string, reason: HideReason | null) =>
  database.change(['part_answers'], async (tx) => {
    const question = await lockedQuestion(database, tx, id)
    if (question.hidden_reason === reason) return
    const at = now()
    const hidden_at = reason && at
    await tx
      .updateTable('part_questions')
      .set({ hidden_at, hidden_reason: reason })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('part_answers')
      .set({ hidden_at, changed_at: at })
      .where('question_id', '=', id)
      .execute()
    await record(tx, by, {
      what: reason ? 'part question hidden' : 'part question shown',
      subject: await nameOfPart(tx, question.product_id),
      details: { question: id, ...(reason && { reason }) },
    })
    const to = await emailOf(tx, question.asker_id)
    if (reason && to) await queueMail(tx, questionHiddenMail(question, { to, reason, at }))
  })

/** A draft with the words of both and without who asked; once it is published, the part leads to it. */
export const makeArticle = (database: Database, by: Caller, id: string) =>
  database.change(['part_answers', 'blogs'], async (tx) => {
    const { question, product_id } = await lockedQuestion(database, tx, id)
    const answer = await answerRow(tx, id)
    if (!answer) throw refuseManaged('not_answered')
    if (answer.blog_id) throw refuseManaged('article_already')
    const blogId = await addBlog(tx, by, {
      question: excerpt(question, longestQuestion),
      markdown: answer.answer,
      publishAt: null,
      parts: [product_id],
    })
    await tx
      .updateTable('part_answers')
      .set({ blog_id: blogId, changed_at: now() })
      .where('question_id', '=', id)
      .execute()
    return blogId
  })

/** One after the other, so that the second sees what the first has done. */
async function lockedQuestion(database: Database, tx: Tx, id: string) {
  const question = await database
    .locking(tx.selectFrom('part_questions').selectAll().where('id', '=', id))
    .executeTakeFirst()
  if (!question) throw refuseManaged('unknown_question')
  return question
}

const answerRow = (db: Db | Tx, id: string) =>
  db.selectFrom('part_answers').selectAll().where('question_id', '=', id).executeTakeFirst()

async function nameOfPart(tx: Tx, productId: string) {
  const [product] = await productsByIds(tx, [productId])
  return product?.productName ?? ''
}
