import type { Database } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { ParcelContract } from './contract.ts'
import { refuse } from './contract.ts'
import { deliverParcel, listParcels, packParcels, shipParcel, undoStep } from './parcels.server.ts'
import { setAddress } from './set-address.server.ts'
import { takeOutOfParcel } from './take-out.server.ts'

type DeliveryContext = {
  database: Database
  mailWorker: MailWorker
  config: Pick<Config, 'shopEmail'>
}
export const deliveryEndpoints = ({
  database,
  mailWorker,
  config,
}: DeliveryContext): Implementations<ParcelContract> => ({
  setPurchaseAddress: {
    access: 'owner',
    summary: 'Where the parcel of a purchase goes; can be changed until it is packed',
    async handler({ params, body, caller }) {
      await setAddress({ database, config }, caller, params.id, body)
      return { modifiedCount: 1 as const }
    },
  },
  listParcels: {
    access: 'admin',
    summary: 'Paid purchases by how far they have come, oldest first; a page of them with ?page= and ?limit=',
    handler: ({ query }) => listParcels(database.db, query),
  },
  packParcels: {
    access: 'admin',
    summary: 'Marks purchases as packed; answers how many were still to be packed',
    handler: async ({ body, caller }) => ({ modifiedCount: await packParcels(database, caller, body.ids) }),
  },
  shipParcel: {
    access: 'admin',
    summary: 'Marks a packed purchase as shipped and mails its customer the tracking number',
    async handler({ params, body, caller }) {
      if (!(await shipParcel(database, caller, params.id, body))) throw refuse('another_step')
      void mailWorker.wake()
      return { modifiedCount: 1 as const }
    },
  },
  deliverParcel: {
    access: 'admin',
    summary: 'Marks a shipped purchase as delivered and tells its customer',
    async handler({ params, caller }) {
      if (!(await deliverParcel(database, caller, params.id))) throw refuse('another_step')
      void mailWorker.wake()
      return { modifiedCount: 1 as const }
    },
  },
  undoParcelStep: {
    access: 'admin',
    summary:
      'Takes the last step of a purchase back: packed, shipped or delivered by mistake; only the one named by `from`, if it is',
    async handler({ params, body, caller }) {
      await undoStep(database, caller, params.id, body?.from)
      return { modifiedCount: 1 as const }
    },
  },
  takeOutOfParcel: {
    access: 'admin',
    summary: 'Takes a part that cost nothing out of a paid purchase before it is packed',
    async handler({ params, body, caller }) {
      await takeOutOfParcel(database, caller, params.id, body)
      void mailWorker.wake()
      return { modifiedCount: 1 as const }
    },
  },
})
