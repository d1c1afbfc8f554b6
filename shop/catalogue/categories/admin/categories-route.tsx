import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { attributeRoutes, synonymRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { AttributesPage } from '../../attributes/admin/AttributesPage.tsx'
import { SynonymsPage } from '../../synonyms/admin/SynonymsPage.tsx'
import { CategoriesPage } from './CategoriesPage.tsx'

export const { loader, Component } = tabbedLists(
  'How parts are found',
  {
    '': { text: 'Categories', load: () => staffGet(categoryRoutes.listCategories), Page: CategoriesPage },
    attributes: {
      text: 'Attributes',
      load: () => staffGet(attributeRoutes.listAttributes),
      Page: AttributesPage,
    },
    synonyms: { text: 'Synonyms', load: () => staffGet(synonymRoutes.getSynonyms), Page: SynonymsPage },
  },
  urls.categories,
)
