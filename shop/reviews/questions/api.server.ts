import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { questionRoutes } from '~/shop/account-routes.ts'
import { shownProduct } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { questionContract, refuseQuestion } from './contract.ts'
import { answeredQuestions, askQuestion } from './store.server.ts'

type Dependencies = { database: Database; config: Pick<Config, 'shopEmail'>; mailWorker: MailWorker }

export const questionsApi = ({ database, config: { shopEmail }, mailWorker }: Dependencies) =>
  endpoints(questionRoutes, questionContract, {
    listPartQuestions: {
      access: 'everyone',
      summary:
        'What customers asked about a part and the shop has answered; one page with ?page= and ?limit=',
      topics: ['part_answers', 'blogs'],
      isCached: () => false,
      async handler({ params, query }) {
        if (!(await shownProduct(database.db, params.id))) throw refuseQuestion('unknown_product')
        return answeredQuestions(database.db, params.id, query)
      },
    },
    askQuestion: {
      access: 'not-staff',
      forbidden: () => refuseQuestion('staff_answer'),
      summary:
        'A question about a part, public with the first name of its asker once the shop has answered it',
      perMinute: 10,
      async handler({ params, body, caller }) {
        const insertedId = await askQuestion({ database, shopEmail }, caller, {
          productId: params.id,
          ...body,
        })
        void mailWorker.wake()
        return { insertedId }
      },
    },
  })
