import { endpoints } from '~/platform/http/endpoint.server.ts'
import { summaryRoutes } from '~/shop/routes.ts'
import type { Summary } from './contract.ts'
import { summaryContract } from './contract.ts'
import { lastDays, rowsShown } from './rules.ts'

type Stock = Summary['stock']

/** Figures that the other areas provide. */
export type SummarySources = {
  ordersPerDay(firstDay: string): Promise<Map<string, number>>
  /** In dollars. */
  revenuePerDay(firstDay: string): Promise<Map<string, number>>
  bestSellers(firstDay: string, limit: number): Promise<{ productId: string; sold: number }[]>
  productNames(ids: string[]): Promise<Map<string, string>>
  stockCounts(): Promise<Stock>
  fewestInStock(limit: number): Promise<Summary['lowStock']>
  unreadMessages(): Promise<number>
  failedRefunds(): Promise<number>
  undeliveredMails(): Promise<number>
}

export const summaryApi = (sources: SummarySources) =>
  endpoints(summaryRoutes, summaryContract, {
    getSummary: {
      access: 'admin',
      summary:
        'The last 30 days in numbers, what sells best, what runs out, and how many messages are unread',
      async handler() {
        const days = lastDays(Date.now())
        const firstDay = days[0]!
        const [orders, revenue, best, stock, unreadMessages, refundsInTrouble, undeliveredMails] =
          await Promise.all([
            sources.ordersPerDay(firstDay),
            sources.revenuePerDay(firstDay),
            bestSellers(sources, firstDay),
            sources.stockCounts(),
            sources.unreadMessages(),
            sources.failedRefunds(),
            sources.undeliveredMails(),
          ])
        return {
          days: days.map((day) => ({ day, orders: orders.get(day) ?? 0, revenue: revenue.get(day) ?? 0 })),
          bestSellers: best,
          lowStock: await lowStock(sources, stock),
          stock,
          unreadMessages,
          refundsInTrouble,
          undeliveredMails,
        }
      },
    },
  })

async function bestSellers(sources: SummarySources, firstDay: string): Promise<Summary['bestSellers']> {
  const best = await sources.bestSellers(firstDay, rowsShown)
  const names = await sources.productNames(best.map(({ productId }) => productId))
  return best.map(({ productId, sold }) => ({
    productId,
    productName: names.get(productId) ?? 'A part that is no longer sold',
    sold,
  }))
}

/** Reads no further than the known number of such products. */
const lowStock = (sources: SummarySources, { low, out }: Stock) =>
  sources.fewestInStock(Math.min(rowsShown, low + out))
