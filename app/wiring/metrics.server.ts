import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { PageCache } from '~/platform/cache/page-cache.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { queuedMails } from '~/platform/mail/mail.server.ts'
import type { Metrics } from '~/platform/metrics.server.ts'
import type { SummarySources } from '~/shop/summary/api.server.ts'
import { waitingKinds } from '~/shop/summary/rules.ts'

type Measured = {
  database: Database
  cache: PageCache
  /** Answers that were sent from memory since the start. */
  sentFromMemory: () => number
  summary: SummarySources
}

/** What one process counts, beside single requests; docs/watching.md says what each figure means. */
export function measureProcess(
  { counter, gauge }: Metrics,
  { database, cache, sentFromMemory }: Omit<Measured, 'summary'>,
) {
  const nanoseconds = (count: number) => count / 1e9
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()

  counter('car_parts_cached_answers_total', 'Pages, lists and files sent from memory', () => [
    { value: sentFromMemory() },
  ])
  counter(
    'car_parts_renders_total',
    'Pages and lists that were made because nothing fresh was cached',
    () => [{ value: cache.renders }],
  )
  gauge('car_parts_cache_bytes', 'Size of the cached pages and lists', () => [{ value: cache.size.bytes }])
  gauge('car_parts_cache_entries', 'Number of cached pages and lists', () => [{ value: cache.size.entries }])
  gauge(
    'car_parts_event_loop_delay_seconds',
    'How late the process came to its work since it was last asked',
    () => {
      const samples = [0.5, 0.99].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: nanoseconds(delay.percentile(quantile * 100)),
      }))
      samples.push({ labels: { quantile: '1' }, value: nanoseconds(delay.max) })
      delay.reset()
      return samples
    },
  )
  gauge('car_parts_memory_bytes', 'Memory of the process', () => {
    const { rss, heapUsed } = process.memoryUsage()
    return [
      { labels: { kind: 'resident' }, value: rss },
      { labels: { kind: 'heap' }, value: heapUsed },
    ]
  })
  counter('car_parts_processor_seconds_total', 'Time of the processor that the process has used', () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1e6 }]
  })
  gauge('car_parts_started_at_seconds', 'When the process was started', () => [
    { value: Math.round(Date.now() / 1000 - process.uptime()) },
  ])
  if (database.connections)
    gauge(
      'car_parts_database_connections',
      'Connections to PostgreSQL; waiting are requests without one',
      () => Object.entries(database.connections!()).map(([state, value]) => ({ labels: { state }, value })),
    )
  return () => delay.disable()
}

/** What the database says, whichever process asks it. */
export function measureShop(
  { gauge }: Metrics,
  { database, summary }: Pick<Measured, 'database' | 'summary'>,
) {
  gauge('car_parts_waiting', 'What waits for somebody, as the list of work on the dashboard counts it', () =>
    Promise.all(
      waitingKinds.map(async (kind) => ({
        labels: { kind },
        value: (await summary.waiting[kind](0)).count,
      })),
    ),
  )
  gauge(
    'car_parts_orders_today',
    'Lines of purchases that were placed today (UTC) and not cancelled',
    async () => {
      const today = dayNow()
      return [{ value: (await summary.ordersPerDay(today)).get(today) ?? 0 }]
    },
  )
  gauge('car_parts_revenue_today_dollars', 'Receipts of today (UTC) less what corrects them', async () => {
    const today = dayNow()
    return [{ value: (await summary.revenuePerDay(today)).get(today) ?? 0 }]
  })
  gauge('car_parts_mails_queued', 'Mails that are not out yet', async () =>
    (await queuedMails(database.db)).map(({ queue, count }) => ({ labels: { queue }, value: Number(count) })),
  )
  gauge('car_parts_mails_oldest_seconds', 'How long the oldest of them has waited', async () =>
    (await queuedMails(database.db)).map(({ queue, since }) => ({
      labels: { queue },
      value: Math.max(0, (Date.now() - Date.parse(since)) / 1000),
    })),
  )
}

const dayNow = () => new Date().toISOString().slice(0, 10)
