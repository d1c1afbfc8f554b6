import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { relatedRoutes } from '~/shop/account-routes.ts'
import { shownProduct } from '~/shop/catalogue/store.server.ts'
import { refuse, relatedContract } from './contract.ts'
import { relatedTo } from './related.server.ts'

const topics = ['products', 'stock', 'related_parts', 'bought_together'] as const

export const relatedApi = ({ db }: Pick<Database, 'db'>) =>
  endpoints(relatedRoutes, relatedContract, {
    getRelatedParts: {
      access: 'everyone',
      summary:
        'What is needed or was often bought together with a part; with ?car= without what does not fit it',
      topics,
      // Of cars there are too many, and how parts fit them changes by itself.
      isCached: ({ car, facts }) => car === undefined && facts === '',
      async handler({ params: { id }, query }) {
        if (!(await shownProduct(db, id))) throw refuse('unknown_product')
        return relatedTo(db, { parts: [id], ...query })
      },
    },
    listRelatedToCart: {
      access: 'everyone',
      perMinute: 120,
      summary: 'The same for the parts of a cart, without those that are in it',
      handler: ({ query }) => relatedTo(db, query),
    },
  })
