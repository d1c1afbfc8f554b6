import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { reviewQueueRoutes } from '~/shop/admin-routes.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { AllQuestions, AllReviews, Queue } from './QueuePage.tsx'
import { questionStates, reviewStates } from './rules.ts'

/** What waits for staff, and all that customers wrote. */
export const { loader, Component } = tabbedLists(
  'Reviews and questions',
  {
    '': { text: 'To look at', load: () => staffGet(reviewQueueRoutes.listQueue), Page: Queue },
    reviews: {
      text: 'All reviews',
      load: listLoader(reviewQueueRoutes.listManagedReviews, reviewStates),
      Page: AllReviews,
    },
    questions: {
      text: 'All questions',
      load: listLoader(reviewQueueRoutes.listManagedQuestions, questionStates),
      Page: AllQuestions,
    },
  },
  (list) => urls.reviewQueue(list),
)
