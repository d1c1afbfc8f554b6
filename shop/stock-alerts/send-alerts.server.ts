import type { Database, Db } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { countOf } from '~/platform/figures.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { mailBody } from '~/platform/mail/paragraphs.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { formatDollars } from '~/platform/money.ts'
import { minutes } from '~/platform/time.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { shownProducts } from '~/shop/catalogue/store.server.ts'
import { urls } from '~/shop/urls.ts'

type Dependencies = { database: Database; mailWorker: MailWorker; config: { publicUrl: string } }

const productsAtOnce = 250
const mailsAtOnce = 100

export const alertingBackInStock = (ctx: Dependencies): PeriodicWork => ({
  name: 'telling what is back in stock',
  everyMs: minutes(1),
  work: () => sendStockAlerts(ctx),
})

/** Parts that are waited for and can be ordered: each who waits gets one mail, and waits no longer. */
export async function sendStockAlerts({ database, mailWorker, config }: Dependencies) {
  for await (const ids of awaitedProducts(database.db))
    for (const product of (await shownProducts(database.db, ids)).filter(isOrderable)) {
      const page = config.publicUrl + urls.product(product._id)
      while ((await sendSome(database, product, page)) === mailsAtOnce);
      void mailWorker.wake()
    }
}

async function* awaitedProducts(db: Db) {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('stock_alerts')
      .select('product_id')
      .distinct()
      .where('product_id', '>', after)
      .orderBy('product_id')
      .limit(productsAtOnce)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ product_id }) => product_id)
    after = rows.at(-1)!.product_id
  }
}

/** The mail is written by the transaction that deletes the row: never none, never two. */
const sendSome = (database: Database, product: Product, page: string) =>
  database.change([], async (tx) => {
    const first = tx
      .selectFrom('stock_alerts')
      .select('customer_id')
      .where('product_id', '=', product._id)
      .orderBy('customer_id')
      .limit(mailsAtOnce)
    const sent = await tx
      .deleteFrom('stock_alerts')
      .where('product_id', '=', product._id)
      .where('customer_id', 'in', first)
      .returning('email')
      .execute()
    for (const { email } of sent) await queueMail(tx, backInStockMail(email, product, page))
    return sent.length
  })

/** Sent once; a customer who comes too late asks again. */
const backInStockMail = (to: string, { productName, availableQty, image, price }: Product, page: string) => ({
  to,
  subject: `${productName} is back`,
  isSigned: true,
  ...mailBody([
    'Hello,',
    {
      text: `you asked us to tell you: ${productName} can be ordered again. At this moment we have ${countOf(availableQty, 'piece')}.`,
      block: `you asked us to tell you, and it can be ordered again. At this moment we have ${countOf(availableQty, 'piece')}.`,
    },
    {
      block: {
        lines: [{ name: productName, note: '', picture: image, amount: formatDollars(price) }],
        sums: [],
      },
    },
    page,
    'This is the only mail about it, and nothing is held for you.',
  ]),
})
