import type { Database } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { unreadMessages } from '~/shop/contact/store.server.ts'
import { Summary } from './contract.ts'
import { lastDays } from './rules.ts'
import {
  bestSellers,
  lowStock,
  ordersPerDay,
  revenuePerDay,
  stockCounts,
  stuckThings,
} from './store.server.ts'

export const summaryApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/summary',
    who: 'admin',
    summary: 'The last 30 days in numbers, what sells best, what runs out, and how many messages are unread',
    answer: Summary,
    async act() {
      const days = lastDays(Date.now())
      const firstDay = days[0]!
      const [orders, revenue, best, stock, unread, stuck] = await Promise.all([
        ordersPerDay(db, firstDay),
        revenuePerDay(db, firstDay),
        bestSellers(db, firstDay),
        stockCounts(db),
        unreadMessages(db),
        stuckThings(db),
      ])
      return {
        days: days.map((day) => ({ day, orders: orders.get(day) ?? 0, revenue: revenue.get(day) ?? 0 })),
        bestSellers: best,
        lowStock: await lowStock(db, stock),
        stock,
        unreadMessages: unread,
        ...stuck,
      }
    },
  }),
]
