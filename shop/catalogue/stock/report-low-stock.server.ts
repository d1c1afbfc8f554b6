import { sql } from 'kysely'
import type { Database } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { countOf } from '~/platform/figures.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { minutes } from '~/platform/time.ts'
import { urls } from '~/shop/urls.ts'
import { has } from '../store.server.ts'
import { isShort } from './stock.server.ts'

type Dependencies = { database: Database; mailWorker: MailWorker; config: { shopEmail: string } }

const mostAtOnce = 100

export const reportingLowStock = (ctx: Dependencies): PeriodicWork => ({
  name: 'telling what is low in stock',
  everyMs: minutes(1),
  work: () => reportLowStock(ctx),
})

/**
 * Parts that have become low or ran out since the last time: one mail to the owner, and none again until they were
 * restocked. Looked for apart from the orders, which would otherwise all have to compare.
 */
export async function reportLowStock({ database, mailWorker, config }: Dependencies) {
  const isLow = sql<boolean>`(${isShort.out} or ${isShort.low}) and ${has.shown}`
  await database.db
    .deleteFrom('low_stock')
    .where('product_id', 'not in', (e) => e.selectFrom('products').select('id').where(isLow))
    .execute()
  const reported = await database.change([], async (tx) => {
    const parts = await tx
      .selectFrom('products')
      .select(['id', 'product_name', 'available_qty'])
      .where(isLow)
      .where('id', 'not in', tx.selectFrom('low_stock').select('product_id'))
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    if (parts.length === 0) return false
    const since = new Date().toISOString()
    await tx
      .insertInto('low_stock')
      .values(parts.map(({ id }) => ({ product_id: id, since })))
      .execute()
    await queueMail(tx, {
      to: config.shopEmail,
      subject: `${countOf(parts.length, 'part')} low in stock`,
      text: [
        'Few or none are left of:',
        parts.map((part) => `${part.product_name}: ${part.available_qty}`).join('\n'),
        urls.manageProducts(),
      ].join('\n\n'),
      event: `stock-low:${parts[0]!.id}:${since}`,
    })
    return true
  })
  if (reported) void mailWorker.wake()
}
