import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { oldPartRoutes, returnRoutes } from '~/shop/account-routes.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { ReturnsPage } from '../returns/ReturnsPage.tsx'
import { returnStates } from '../returns/return-rules.ts'
import { oldPartStates } from './deposit-rules.ts'
import { OldPartsPage } from './OldPartsPage.tsx'

/** All that comes back: for its price, and for a deposit. */
export const { loader, Component } = tabbedLists(
  'What comes back',
  {
    '': { text: 'Returns', load: listLoader(returnRoutes.listReturns, returnStates), Page: ReturnsPage },
    'old-parts': {
      text: 'Old parts',
      load: listLoader(oldPartRoutes.listOldParts, oldPartStates),
      Page: OldPartsPage,
    },
  },
  (list) => (list ? urls.oldParts() : urls.returns()),
)
