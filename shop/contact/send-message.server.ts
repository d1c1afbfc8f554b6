import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { mailId, queueMail } from '~/platform/mail/mail.server.ts'
import { shownProduct } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { purchaseFor } from '~/shop/orders/purchases.server.ts'
import { vehiclesByIds } from '~/shop/vehicles/store.server.ts'
import type { ContactMessage, MyMessage } from './contract.ts'
import { refuse } from './contract.ts'
import { messageMail } from './mails.ts'

export type Post = {
  database: Database
  config: Pick<Config, 'shopEmail' | 'mailFrom'>
}

/**
 * A visitor is known by what they typed alone: the address of somebody else connects nobody with that account. Who sent a
 * token is, and may name a purchase of theirs.
 */
export const sendMessage = (
  { database, config }: Post,
  input: ContactMessage & Pick<MyMessage, 'purchaseId'>,
  caller?: Caller,
) =>
  database.change([], async (tx) => {
    if (caller && !(await lockIdentity(database, tx, caller.userId))) throw new Unauthenticated()
    const part = await partOf(tx, input.productId)
    const id = newId()
    const row = {
      id,
      email: input.email,
      message: input.message,
      created_at: new Date().toISOString(),
      read_at: null,
      user_id: caller?.userId ?? null,
      purchase_id: caller && input.purchaseId ? (await purchaseFor(tx, input.purchaseId, caller)).id : null,
      product_id: part?._id ?? null,
      car: await nameOfCar(tx, input.vehicleId),
      thread_id: mailId(`message-${id}`, config.mailFrom),
    }
    await tx.insertInto('contact_messages').values(row).execute()
    const mail = messageMail(row, {
      shopEmail: config.shopEmail,
      account: caller?.email,
      partName: part?.productName,
    })
    await queueMail(tx, mail)
    return id
  })

async function partOf(tx: Tx, productId: string | undefined) {
  if (!productId) return undefined
  const part = await shownProduct(tx, productId)
  if (!part) throw refuse('unknown_part')
  return part
}

async function nameOfCar(tx: Tx, vehicleId: string | undefined) {
  if (!vehicleId) return null
  const [car] = await vehiclesByIds(tx, [vehicleId])
  if (!car) throw refuse('unknown_car')
  return car.name
}
