import { sql } from 'kysely'
import type { PartQuestionRow, ReviewRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import type { HideReason } from '../rules.ts'
import { toPartReview } from '../store.server.ts'
import type { ManagedQuestion, ManagedReview, QueueItem } from './contract.ts'
import type { questionStates, reviewStates } from './rules.ts'
import { queueShown } from './rules.ts'

// Literals, because SQLite only uses a partial index when the query repeats its condition.
const toCheck = sql<boolean>`checked_at is null`
const toAnswer = sql<boolean>`answered_at is null and hidden_at is null`
const isHidden = sql<boolean>`hidden_at is not null`

/** What was reported, then questions and new reviews, the oldest first; and how many there are. */
export async function readQueue(db: Db, limit = queueShown): Promise<{ total: number; items: QueueItem[] }> {
  const reviews = await db
    .selectFrom('reviews')
    .selectAll()
    .where(toCheck)
    .orderBy('reports', 'desc')
    .orderBy('review_date')
    .orderBy('id')
    .limit(limit)
    .execute()
  const questions = await db
    .selectFrom('part_questions')
    .selectAll()
    .where(toAnswer)
    .orderBy('asked_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const items: QueueItem[] = [
    ...(await managedReviews(db, reviews)).map((review) => ({ kind: 'review' as const, review })),
    ...(await managedQuestions(db, questions)).map((question) => ({ kind: 'question' as const, question })),
  ]
  return {
    total: (await countOf(db, 'reviews')) + (await countOf(db, 'part_questions')),
    items: items.toSorted(byUrgency).slice(0, limit),
  }
}

const byUrgency = (a: QueueItem, b: QueueItem) => {
  const [one, other] = [a, b].map(urgencyOf)
  return other!.reports - one!.reports || (one!.since < other!.since ? -1 : 1)
}

const urgencyOf = (item: QueueItem) =>
  item.kind === 'review'
    ? { reports: item.review.reports, since: item.review.editedAt ?? item.review.reviewDate }
    : { reports: 0, since: item.question.askedAt }

async function countOf(db: Db, table: 'reviews' | 'part_questions') {
  const where = table === 'reviews' ? toCheck : toAnswer
  const some = sql`select 1 from ${sql.table(table)} where ${where} limit ${sql.lit(mostCounted)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as counted`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

/** For the list of what is to be done. */
export async function waitingReviews(db: Db, limit: number) {
  const { total, items } = await readQueue(db, limit)
  return {
    count: total,
    items: items.map((item) =>
      item.kind === 'review'
        ? {
            id: item.review._id,
            who: item.review.author.name,
            what: `Review: ${item.review.reviewText}`,
            since: urgencyOf(item).since,
          }
        : {
            id: item.question._id,
            who: item.question.askedBy,
            what: `Question: ${item.question.question}`,
            since: item.question.askedAt,
          },
    ),
  }
}

type ReviewsQuery = ListQuery & { state: (typeof reviewStates)[number] }

export async function listManagedReviews(db: Db, query: ReviewsQuery) {
  const where = [
    ...(query.state === 'hidden' ? [isHidden] : []),
    ...words(query.q).map(
      (word) =>
        sql<boolean>`(${contains(sql`lower(review_text)`, word)} or ${contains(sql`lower(author_name)`, word)})`,
    ),
  ]
  const list = { table: 'reviews', keys: ['review_date', 'id'], direction: 'desc', where } as const
  const page = await readListPage<ReviewRow>(db, list, query)
  return page.withRows(await managedReviews(db, page.rows))
}

type QuestionsQuery = ListQuery & { state: (typeof questionStates)[number] }

export async function listManagedQuestions(db: Db, query: QuestionsQuery) {
  const where = [
    ...(query.state === 'hidden' ? [isHidden] : query.state === 'open' ? [toAnswer] : []),
    ...words(query.q).map((word) => contains(sql`lower(question)`, word)),
  ]
  const list = { table: 'part_questions', keys: ['asked_at', 'id'], direction: 'desc', where } as const
  const page = await readListPage<PartQuestionRow>(db, list, query)
  return page.withRows(await managedQuestions(db, page.rows))
}

const words = (q = '') => q.toLowerCase().split(/\s+/).filter(Boolean)

async function managedReviews(db: Db, rows: ReviewRow[]): Promise<ManagedReview[]> {
  const parts = await partsOf(db, rows)
  const reported = rows.filter(({ reports }) => reports > 0).map(({ id }) => id)
  const marks =
    reported.length === 0
      ? []
      : await db
          .selectFrom('review_marks')
          .select(['review_id', 'reason'])
          .distinct()
          .where('review_id', 'in', reported)
          .where('kind', '=', 'reported')
          .execute()
  return rows.map((row) => {
    const part = row.product_id && parts.get(row.product_id)
    return {
      ...toPartReview(row),
      ...(part && { part }),
      isNew: row.checked_at === null,
      reports: row.reports,
      reportedFor: marks.flatMap(({ review_id, reason }) =>
        review_id === row.id && reason ? (reason as HideReason) : [],
      ),
      ...(row.hidden_at && { hiddenFor: row.hidden_reason as HideReason }),
    }
  })
}

async function managedQuestions(db: Db, rows: PartQuestionRow[]): Promise<ManagedQuestion[]> {
  const parts = await partsOf(db, rows)
  const ids = rows.map(({ id }) => id)
  const answers =
    ids.length === 0
      ? []
      : await db.selectFrom('part_answers').selectAll().where('question_id', 'in', ids).execute()
  const byQuestion = new Map(answers.map((answer) => [answer.question_id, answer]))
  return rows.map((row) => {
    const answer = byQuestion.get(row.id)
    return {
      _id: row.id,
      part: parts.get(row.product_id)!,
      question: row.question,
      askedBy: row.asker_name,
      askedAt: row.asked_at,
      ...(row.car && { car: row.car }),
      ...(answer && { answer: answer.answer, answeredAt: answer.answered_at }),
      ...(answer?.blog_id && { blogId: answer.blog_id }),
      ...(row.hidden_at && { hiddenFor: row.hidden_reason as HideReason }),
    }
  })
}

/** Both go with their part, so it is there. */
async function partsOf(db: Db, rows: { product_id: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  const products = ids.length > 0 ? await productsByIds(db, ids) : []
  return new Map(products.map(({ _id, productName, image }) => [_id, { productId: _id, productName, image }]))
}
