import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { webhooksRoutes } from '~/shop/admin-routes.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { FeedsPage, loadFeeds } from './feeds/FeedsPage.tsx'
import { loadTokens, TokensPage } from './tokens/TokensPage.tsx'
import { DeliveriesPage } from './webhooks/DeliveriesPage.tsx'
import { toldStates } from './webhooks/rules.ts'
import { WebhooksPage } from './webhooks/WebhooksPage.tsx'

/** What works for the shop without being a person. */
export const { loader, Component } = tabbedLists(
  'Other programs',
  {
    '': { text: 'API tokens', load: loadTokens, Page: TokensPage },
    webhooks: { text: 'Webhooks', load: () => staffGet(webhooksRoutes.listWebhooks), Page: WebhooksPage },
    deliveries: {
      text: 'Deliveries',
      load: listLoader(webhooksRoutes.listDeliveries, toldStates),
      Page: DeliveriesPage,
    },
    feeds: { text: 'Feeds', load: loadFeeds, Page: FeedsPage },
  },
  (list) => urls.programs(list),
)
