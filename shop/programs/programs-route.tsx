import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { urls } from '~/shop/urls.ts'
import { loadTokens, TokensPage } from './tokens/TokensPage.tsx'

/** What works for the shop without being a person. */
export const { loader, Component } = tabbedLists(
  'Other programs',
  { '': { text: 'API tokens', load: loadTokens, Page: TokensPage } },
  (list) => urls.programs(list),
)
