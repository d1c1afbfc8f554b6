import type { Database } from '~/platform/db/database.server.ts'
import { picturesOfProducts } from '~/shop/catalogue/figures.server.ts'
import { photosLike } from '~/shop/identity/users.server.ts'
import type { ShownPictures } from '~/shop/images/delete-unused.server.ts'
import { picturesOfOrders } from '~/shop/orders/figures.server.ts'

/** Products and people may change their picture; an order shows its own as long as there are books. */
export const shownPictures = (database: Database): ShownPictures => ({
  now: async (pattern) => [
    ...(await picturesOfProducts(database.db, pattern)),
    ...(await photosLike(database.db, pattern)),
  ],
  forGood: (addresses) => picturesOfOrders(database, addresses),
})
