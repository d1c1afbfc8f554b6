import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { reviewQueueRoutes } from '~/shop/admin-routes.ts'
import { answerQuestion, hideQuestion, makeArticle } from './answer-question.server.ts'
import { reviewQueueContract } from './contract.ts'
import { checkReview, hideReview, replyToReview } from './moderate.server.ts'
import { listManagedQuestions, listManagedReviews, readQueue } from './read-queue.server.ts'

const changed = { modifiedCount: 1 as const }

/** How staff looks through reviews and answers questions. */
export const reviewQueueApi = ({ database, mailWorker }: { database: Database; mailWorker: MailWorker }) => {
  /** With mails about it, which need not wait. */
  const done = async (work: Promise<void>) => {
    await work
    void mailWorker.wake()
    return changed
  }
  return endpoints(reviewQueueRoutes, reviewQueueContract, {
    listQueue: {
      access: 'content',
      summary:
        'Reviews that nobody has looked at and questions without an answer: what was reported first, then the oldest',
      handler: () => readQueue(database.db),
    },
    listManagedReviews: {
      access: 'content',
      summary:
        'All reviews, newest first, those that are hidden with ?state=hidden; one page with ?page=, ?limit= and ?q=',
      handler: ({ query }) => listManagedReviews(database.db, query),
    },
    listManagedQuestions: {
      access: 'content',
      summary: 'All questions about parts, newest first, by ?state=; one page with ?page=, ?limit= and ?q=',
      handler: ({ query }) => listManagedQuestions(database.db, query),
    },
    checkReview: {
      access: 'content',
      summary: 'Takes a review off the list of those to look at, as it was seen',
      async handler({ params, body }) {
        await checkReview(database, params.id, body)
        return changed
      },
    },
    hideReview: {
      access: 'content',
      summary: 'Hides a review for one of the reasons, which its author is mailed, or shows it again',
      handler: ({ params, body, caller }) => done(hideReview(database, caller, params.id, body)),
    },
    replyToReview: {
      access: 'content',
      summary: 'The one public reply of the shop to a review; an empty one takes it back',
      handler: ({ params, body, caller }) => done(replyToReview(database, caller, params.id, body)),
    },
    answerQuestion: {
      access: 'content',
      summary: 'Answers a question, which is public from then on; who asked is mailed',
      handler: ({ params, body, caller }) => done(answerQuestion(database, caller, params.id, body)),
    },
    hideQuestion: {
      access: 'content',
      summary: 'Hides a question for one of the reasons, which who asked is mailed, or takes that back',
      handler: ({ params, body, caller }) => done(hideQuestion(database, caller, params.id, body.reason)),
    },
    makeArticle: {
      access: 'content',
      summary: 'Makes the draft of an article of a question and its answer',
      handler: async ({ params, caller }) => ({ insertedId: await makeArticle(database, caller, params.id) }),
    },
  })
}
