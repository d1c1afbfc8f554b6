import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import { newId } from '~/platform/id.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { days } from '~/platform/time.ts'
import { publishedAmong } from '~/shop/blog/store.server.ts'
import { sharedProductRow } from '~/shop/catalogue/store.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { vehiclesByIds } from '~/shop/vehicles/store.server.ts'
import type { AnsweredQuestion } from './contract.ts'
import { refuseQuestion, tooManyQuestions } from './contract.ts'
import { questionAskedMail } from './mails.ts'
import { firstName, mostQuestionsADay } from './rules.ts'

type Page = { page: number; limit: number }

/** Newest answer first. Of one that became an article, that is named instead of its answer. */
export async function answeredQuestions(db: Db, productId: string, { page, limit }: Page) {
  const shown = db
    .selectFrom('part_answers')
    .where('part_answers.product_id', '=', productId)
    .where('part_answers.hidden_at', 'is', null)
  const { total } = await shown.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await shown
    .innerJoin('part_questions', 'part_questions.id', 'part_answers.question_id')
    .select(['question_id', 'question', 'asker_name', 'car', 'answer', 'blog_id', 'part_answers.answered_at'])
    .orderBy('part_answers.answered_at', 'desc')
    .orderBy('question_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const articles = await publishedAmong(
    db,
    rows.flatMap(({ blog_id }) => blog_id ?? []),
  )
  const questions = rows.map((row): AnsweredQuestion => {
    const isArticle = row.blog_id !== null && articles.has(row.blog_id)
    return {
      _id: row.question_id,
      question: row.question,
      askedBy: row.asker_name,
      answeredAt: row.answered_at!,
      ...(row.car && { car: row.car }),
      ...(isArticle ? { blogId: row.blog_id! } : { answer: row.answer }),
    }
  })
  return new WithTotal(questions, Number(total))
}

type Asked = { productId: string; question: string; vehicleId?: string | undefined }

/** Nobody sees it before it is answered, so no page expires. The shop is mailed. */
export const askQuestion = (
  { database, shopEmail }: { database: Database; shopEmail: string },
  asker: Caller,
  { productId, question, vehicleId }: Asked,
) =>
  database.change([], async (tx) => {
    // Locked, so that parallel questions are counted one after the other.
    if (!(await lockIdentity(database, tx, asker.userId))) throw new Unauthenticated()
    const product = await sharedProductRow(database, tx, productId)
    if (product?.visibility !== 'shown') throw refuseQuestion('unknown_product')
    const [vehicle] = vehicleId ? await vehiclesByIds(tx, [vehicleId]) : []
    if (vehicleId && !vehicle) throw refuseQuestion('unknown_vehicle')
    await requireBelowDailyLimit(tx, asker.userId)
    const row = {
      id: newId(),
      product_id: productId,
      asker_id: asker.userId,
      asker_name: firstName(asker.name),
      question,
      car: vehicle?.name ?? null,
      asked_at: new Date().toISOString(),
      answered_at: null,
      hidden_at: null,
      hidden_reason: null,
    }
    await tx.insertInto('part_questions').values(row).execute()
    await queueMail(tx, questionAskedMail(shopEmail, row, product.product_name))
    return row.id
  })

async function requireBelowDailyLimit(tx: Tx, askerId: string) {
  const { count } = await tx
    .selectFrom('part_questions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('asker_id', '=', askerId)
    .where('asked_at', '>', new Date(Date.now() - days(1)).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostQuestionsADay) throw new TooManyRequests(days(1) / 1000, tooManyQuestions)
}

/** What is answered stays without its asker, what is not goes. */
export async function leaveQuestions(tx: Tx, userId: string) {
  await tx
    .deleteFrom('part_questions')
    .where('asker_id', '=', userId)
    .where('answered_at', 'is', null)
    .execute()
  await tx
    .updateTable('part_questions')
    .set({ asker_id: null, asker_name: 'A former customer', car: null })
    .where('asker_id', '=', userId)
    .execute()
}

export const exportQuestions = (db: Db, userId: string) =>
  db.selectFrom('part_questions').selectAll().where('asker_id', '=', userId).execute()

/** See docs/decisions/personal-data.md. */
export const unansweredMs = days(365)

export const deleteOldQuestions = (db: Db, now: number) =>
  db
    .deleteFrom('part_questions')
    .where('answered_at', 'is', null)
    .where('asked_at', '<', new Date(now - unansweredMs).toISOString())
    .execute()
