import type { Database } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { AsFile } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toCents } from '~/platform/money.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import { sellerOf } from '~/shop/business/business.server.ts'
import { carriersIn } from '~/shop/business/carrier-lines.ts'
import { takenOutMail } from '../mails.ts'
import { lockPurchase } from '../purchases.server.ts'
import { orderRow } from '../store.server.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'
import type { ParcelContract } from './contract.ts'
import { refuse } from './contract.ts'
import { carriersWith } from './delivery-rules.ts'
import { labelsPdf, readLabels } from './labels.server.ts'
import { listParcels, readSlips } from './list-parcels.server.ts'
import { packedPieces, settleParcels } from './parcel-lines.server.ts'
import { parcelsOf } from './parcel-store.server.ts'
import {
  askForAddress,
  deliverParcel,
  joinParcel,
  packParcels,
  shipParcel,
  splitParcel,
  undoStep,
} from './parcels.server.ts'
import { restockPieces } from './returns-store.server.ts'
import type { Addressing } from './set-address.server.ts'
import { setAddress } from './set-address.server.ts'

type DeliveryContext = Addressing & {
  mailWorker: MailWorker
  business: Pick<OpenBusiness, 'current'>
  withdrawal: () => WithdrawalTerms
}

export const deliveryEndpoints = (ctx: DeliveryContext): Implementations<ParcelContract> => {
  const { database, mailWorker, business } = ctx
  const ownCarriers = async () => carriersIn((await business.current()).packing.carriers)
  const sender = async () => ({
    seller: sellerOf(await business.current()),
    // What cannot be read closes the checkout, not the packing table.
    home: ctx.rates.broken().length > 0 ? undefined : ctx.rates.now.delivery?.home.country,
  })
  return {
    setPurchaseAddress: {
      access: 'owner',
      summary:
        'Where the parcel of a purchase goes; can be changed until it is packed, and with the new total as `total` where that costs another price',
      async handler({ params, body: { total, way, ...address }, caller }) {
        const totalCents = total === undefined ? undefined : toCents(total)
        await setAddress(ctx, caller, params.id, { address, totalCents, way })
        return { modifiedCount: 1 as const }
      },
    },
    askForAddress: {
      access: 'pack',
      summary: 'Mails the customer of a purchase that cannot be sent without an address; once a day',
      async handler({ params, caller }) {
        await askForAddress(database, caller, params.id)
        void mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    listParcels: {
      access: 'pack',
      summary:
        'Paid purchases by how far they have come, oldest first; a page of them with ?page= and ?limit=',
      handler: ({ query }) => listParcels(database.db, query),
    },
    getSlips: {
      access: 'pack',
      summary:
        'What the packing slips of some parcels say, in the order in which they are named: part numbers, shelves, pieces, no prices',
      async handler({ query }) {
        const { note } = (await business.current()).packing
        return { note, slips: await readSlips(database.db, query.ids) }
      },
    },
    getLabels: {
      access: 'pack',
      summary: 'The address labels of some parcels, in the order in which they are named; not postage',
      handler: async ({ query }) => readLabels(database.db, query.ids, await sender()),
    },
    getLabelsFile: {
      access: 'pack',
      summary: 'The same as PDF, a page of 4 by 6 inches or A6 for each label',
      async handler({ query: { ids, paper } }) {
        const labels = await readLabels(database.db, ids, await sender())
        if (labels.length === 0) throw refuse('no_label')
        const printable = labels.filter(({ hasPdf }) => hasPdf)
        if (printable.length === 0) throw refuse('no_pdf')
        const name = printable.length === 1 ? `label-${printable[0]!.number}` : 'labels'
        return new AsFile(`${name}.pdf`, 'application/pdf', await labelsPdf(printable, paper))
      },
    },
    listCarriers: {
      access: 'pack',
      summary: 'Whom a parcel may go with: the carriers that the owner has named, then the usual ones',
      handler: async () => carriersWith(await ownCarriers()),
    },
    packParcels: {
      access: 'pack',
      summary:
        'Marks purchases as packed; answers how many were still to be packed, and which have changed since they were `seen`',
      handler: ({ body, caller }) => packParcels(database, caller, body),
    },
    shipParcel: {
      access: 'pack',
      summary: 'Marks a packed purchase as shipped and mails its customer the tracking number',
      async handler({ params, body, caller }) {
        const shipped = await shipParcel(database, caller, params.id, body, await ownCarriers())
        if (!shipped) throw refuse('another_step')
        void mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    deliverParcel: {
      access: 'pack',
      summary: 'Marks a shipped purchase as delivered and tells its customer',
      async handler({ params, caller }) {
        if (!(await deliverParcel(database, caller, params.id, ctx.withdrawal())))
          throw refuse('another_step')
        void mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    undoParcelStep: {
      access: 'pack',
      summary:
        'Takes the last step of a purchase back: packed, shipped or delivered by mistake; only the one named by `from`, if it is',
      async handler({ params, body, caller }) {
        await undoStep(database, caller, params.id, body?.from)
        return { modifiedCount: 1 as const }
      },
    },
    splitParcel: {
      access: 'pack',
      summary: 'Moves pieces of a parcel that is not packed yet into a new one of the same purchase',
      handler: async ({ params, body, caller }) => ({
        insertedId: await splitParcel(database, caller, params.id, body),
      }),
    },
    joinParcel: {
      access: 'pack',
      summary: 'Puts a parcel that is not packed yet into another one of its purchase',
      async handler({ params, caller }) {
        await joinParcel(database, caller, params.id)
        return { modifiedCount: 1 as const }
      },
    },
    takeOutOfParcel: {
      access: 'pack',
      summary: 'Takes a part that cost nothing out of a paid purchase before it is packed',
      async handler({ params, body, caller }) {
        await takeOutOfParcel(database, caller, params.id, body)
        void mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
  }
}

/**
 * Takes a part that cost nothing out of a paid purchase before it is packed: there is no money to refund, and the rest is
 * sent without it. It counts as cancelled, and belongs to no payment any more.
 */
const takeOutOfParcel = (
  database: Database,
  admin: Caller,
  orderId: string,
  { restock }: { restock: boolean },
) =>
  database.change(restock ? ['stock'] : [], async (tx) => {
    const seen = await orderRow(tx, orderId)
    if (!seen) throw refuse('unknown_order')
    await lockPurchase(database, tx, seen.purchase_id)
    const order = (await orderRow(tx, orderId))!
    if (order.state !== 'paid' || order.price_cents > 0) throw refuse('not_free')
    if (packedPieces(await parcelsOf(tx, [order.purchase_id]), orderId) > 0) throw refuse('packed_already')
    if (order.delivery_state !== 'to_pack' && order.delivery_state !== 'needs_address')
      throw refuse('packed_already')
    await tx
      .updateTable('orders')
      .set({
        state: 'cancelled',
        cancelled_at: new Date().toISOString(),
        cancelled_by: 'admin',
        transaction_id: null,
        paid_at: null,
      })
      .where('id', '=', orderId)
      .execute()
    if (restock) await restockPieces(tx, orderId, order.quantity, admin.userId)
    await settleParcels(tx, order.purchase_id)
    const { product_name: productName, quantity } = order
    const details = { productName, quantity, restock }
    await record(tx, admin, { what: 'part taken out of a parcel', subject: orderId, details })
    await queueMail(tx, takenOutMail(order))
  })
