import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { stockAlertRoutes } from '~/shop/account-routes.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { shownProduct } from '~/shop/catalogue/store.server.ts'
import { refuse, stockAlertContract } from './contract.ts'
import { addAlert, hasAlert, removeAlert } from './store.server.ts'

const forbidden = () => refuse('no_alerts_for_staff')

export function stockAlertsApi(database: Database) {
  async function part(id: string) {
    const product = await shownProduct(database.db, id)
    if (!product) throw refuse('unknown_product')
    return product
  }
  return endpoints(stockAlertRoutes, stockAlertContract, {
    getStockAlert: {
      access: 'not-staff',
      forbidden,
      summary: 'Whether the customer gets a mail when this part can be ordered again',
      async handler({ params, caller }) {
        const { _id } = await part(params.id)
        return { isAsked: await hasAlert(database.db, caller.userId, _id) }
      },
    },
    addStockAlert: {
      access: 'not-staff',
      forbidden,
      perMinute: 60,
      summary: 'Asks for one mail when a part that is out can be ordered again',
      async handler({ params, caller }) {
        const product = await part(params.id)
        if (isOrderable(product)) throw refuse('in_stock')
        await addAlert(database, caller, product._id)
        return { isAsked: true }
      },
    },
    removeStockAlert: {
      access: 'not-staff',
      forbidden,
      summary: 'Takes that back',
      async handler({ params, caller }) {
        const { _id } = await part(params.id)
        await removeAlert(database.db, caller.userId, _id)
        return { isAsked: false }
      },
    },
  })
}
