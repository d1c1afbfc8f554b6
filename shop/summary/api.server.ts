import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { Permission, Role } from '~/platform/roles.ts'
import { may } from '~/platform/roles.ts'
import { summaryRoutes } from '~/shop/account-routes.ts'
import type { Summary, ToDo, WaitingItem, WaitingKind } from './contract.ts'
import { summaryContract } from './contract.ts'
import { lastDays, rowsShown, waitingKinds, waitingOfEach, waitingShown } from './rules.ts'

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
  /** In dollars. */
  depositsHeld(): Promise<number>
  /** How many wait, and those that have waited longest. */
  waiting: Record<WaitingKind, (limit: number) => Promise<{ count: number; items: WaitingItem[] }>>
}

export const summaryApi = (sources: SummarySources) =>
  endpoints(summaryRoutes, summaryContract, {
    getSummary: {
      access: 'money',
      summary:
        'The last 30 days in numbers, what sells best, what runs out, and how many messages are unread',
      async handler() {
        const days = lastDays(Date.now())
        const firstDay = days[0]!
        const [orders, revenue, best, stock, unreadMessages, depositsHeld] = await Promise.all([
          sources.ordersPerDay(firstDay),
          sources.revenuePerDay(firstDay),
          bestSellers(sources, firstDay),
          sources.stockCounts(),
          sources.unreadMessages(),
          sources.depositsHeld(),
        ])
        return {
          days: days.map((day) => ({ day, orders: orders.get(day) ?? 0, revenue: revenue.get(day) ?? 0 })),
          bestSellers: best,
          lowStock: await lowStock(sources, stock),
          stock,
          unreadMessages,
          depositsHeld,
        }
      },
    },
    getToDo: {
      access: 'staff',
      summary:
        'What waits for the caller, counted as the lists of it count: parcels, addresses, returns, old parts, withdrawals, messages, what failed and what runs out; and the oldest of them',
      handler: ({ caller }) => toDo(sources, caller.role),
    },
  })

/** Who does what waits. */
const doneBy: Record<WaitingKind, Permission> = {
  toPack: 'pack',
  needsAddress: 'pack',
  returns: 'returns',
  oldParts: 'returns',
  messages: 'people',
  reviews: 'content',
  withdrawals: 'money',
  statements: 'money',
  failedRefunds: 'money',
  failedMails: 'people',
  lowStock: 'catalogue',
  outOfStock: 'catalogue',
}

async function toDo({ waiting }: SummarySources, role: Role): Promise<ToDo> {
  const own = waitingKinds.filter((kind) => may(role, doneBy[kind]))
  const found = await Promise.all(
    own.map(async (kind) => ({ kind, ...(await waiting[kind](waitingOfEach)) })),
  )
  const counted = found.map(({ kind, count, items }) => [
    kind,
    { count, ...(items[0] && { since: items[0].since, dueBy: items[0].dueBy }) },
  ])
  return {
    ...Object.fromEntries(counted),
    oldest: found
      .flatMap(({ kind, items }) => items.map((item) => ({ kind, ...item })))
      .toSorted((a, b) => (a.since < b.since ? -1 : 1))
      .slice(0, waitingShown),
  }
}

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
