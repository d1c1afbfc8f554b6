import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'

/** Nobody waits for more parts than this; it bounds what one account can make the shop mail. */
export const mostAlerts = 50

const params = z.object({ id: z.string() })
const StockAlert = z.object({ isAsked: z.boolean() })

export const stockAlertContract = {
  getStockAlert: { params, response: StockAlert },
  addStockAlert: { params, response: StockAlert },
  removeStockAlert: { params, response: StockAlert },
} satisfies Contract
export type StockAlertContract = typeof stockAlertContract

export const refuse = refusalsOf({
  no_alerts_for_staff: [403, 'Staff see what is out of stock in Manage Products.', 'forbidden'],
  unknown_product: [404, noSuchProduct],
  in_stock: [409, 'This part can be ordered now.'],
  too_many_alerts: [422, `You wait for ${mostAlerts} parts already. Take one back first.`],
})
