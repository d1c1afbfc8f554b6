import type { ContactAnswerRow, ContactMessageRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { undeliveredOf } from '~/platform/mail/mail.server.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { namesOfUsers, userById } from '~/shop/identity/users.server.ts'
import { lastOrdersOf } from '~/shop/orders/store.server.ts'
import { garageOf } from '~/shop/vehicles/garage/garage-store.server.ts'
import type { Answer, MessageThread } from './contract.ts'
import { refuse } from './contract.ts'
import { answerEvent } from './mails.ts'
import { toMessage } from './store.server.ts'

const ordersShown = 5
const othersShown = 5

/** A message with its answers, and who wrote it as far as their token has shown. */
export async function readThread(
  db: Db,
  { shopEmail }: Pick<Config, 'shopEmail'>,
  id: string,
): Promise<MessageThread> {
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('unknown_message')
  const [answers, customer, part, others] = await Promise.all([
    answersOf(db, id),
    customerOf(db, row.user_id),
    partOf(db, row.product_id),
    otherMessages(db, row),
  ])
  return {
    ...toMessage(row),
    answers,
    ...(row.purchase_id && { purchaseId: row.purchase_id }),
    ...(part && { part }),
    ...(row.car && { car: row.car }),
    ...(customer && { customer }),
    repliesTo: shopEmail,
    others,
  }
}

async function answersOf(db: Db, messageId: string): Promise<Answer[]> {
  const rows = await db
    .selectFrom('contact_answers')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('nth')
    .execute()
  if (rows.length === 0) return []
  const writers = rows.flatMap(({ by_user_id }) => by_user_id ?? [])
  const eventOf = ({ nth }: ContactAnswerRow) => answerEvent(messageId, nth)
  const [names, undelivered] = await Promise.all([
    namesOfUsers(db, writers),
    undeliveredOf(db, rows.map(eventOf)),
  ])
  return rows.map((row) => {
    const by = names.get(row.by_user_id ?? '')
    const mail = undelivered.get(eventOf(row))
    return {
      _id: row.id,
      answeredAt: row.answered_at,
      ...(row.answer !== null && { answer: row.answer }),
      ...(by && { by }),
      ...(mail && { mail }),
    }
  })
}

async function customerOf(db: Db, userId: string | null): Promise<MessageThread['customer']> {
  const user = userId ? await userById(db, userId) : undefined
  if (!user) return undefined
  const [orders, cars] = await Promise.all([lastOrdersOf(db, user.id, ordersShown), garageOf(db, user.id)])
  return {
    email: user.email,
    name: user.name,
    since: user.created_at,
    orders: orders.map(({ _id, purchaseId, productName, createdAt }) => ({
      _id,
      purchaseId,
      productName,
      createdAt,
    })),
    cars: cars.map(({ name }) => name),
  }
}

/** Without a name for one that is gone. */
async function partOf(db: Db, productId: string | null): Promise<MessageThread['part']> {
  if (!productId) return undefined
  const [product] = await productsByIds(db, [productId])
  return { productId, ...(product && { productName: product.productName }) }
}

/** Newest first. */
async function otherMessages(db: Db, { id, email, user_id }: ContactMessageRow) {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where((e) => e.or([e('email', '=', email), ...(user_id ? [e('user_id', '=', user_id)] : [])]))
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(othersShown)
    .execute()
  return rows.map(toMessage)
}
