import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { addressRoutes } from '~/shop/account-routes.ts'
import { addressContract, refuse } from './contract.ts'
import { addAddress, addressesOf, changeAddress, deleteAddress } from './store.server.ts'

export const addressesApi = (database: Database) =>
  endpoints(addressRoutes, addressContract, {
    listAddresses: {
      access: 'signed-in',
      summary: "The caller's own address book",
      handler: ({ caller }) => addressesOf(database.db, caller.userId),
    },
    addAddress: {
      access: 'signed-in',
      summary: 'Adds an address to the address book; one that is there already is not added twice',
      async handler({ body, caller }) {
        return { insertedId: await addAddress(database, caller.userId, body) }
      },
    },
    changeAddress: {
      access: 'owner',
      summary: 'Changes an address; purchases keep the one that they were made with',
      async handler({ params, body, caller }) {
        if (!(await changeAddress(database.db, caller.userId, params.id, body)))
          throw refuse('unknown_address')
        return { modifiedCount: 1 as const }
      },
    },
    deleteAddress: {
      access: 'owner',
      summary: 'Deletes an address of the address book',
      async handler({ params, caller }) {
        if (!(await deleteAddress(database.db, caller.userId, params.id))) throw refuse('unknown_address')
        return { deletedCount: 1 as const }
      },
    },
  })
