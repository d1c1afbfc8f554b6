import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { manageFitmentsRoutes } from '~/shop/routes.ts'
import { listDoubtfulFits } from '../doubts/list-doubts.server.ts'
import { addFitment, copyFitments, deleteFitment, editFitment } from './change-fitments.server.ts'
import { manageFitmentsContract } from './contract.ts'
import { listFitments } from './list-fitments.server.ts'

/** Which cars a part is listed for, as admins change it. */
export const manageFitmentsApi = (database: Database) =>
  endpoints(manageFitmentsRoutes, manageFitmentsContract, {
    listFitments: {
      access: 'admin',
      summary: 'The list of cars of a part, with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ params, query }) => listFitments(database.db, params.id, query),
    },
    listDoubtfulFits: {
      access: 'admin',
      summary:
        'Lines that are allowed and look wrong, with ?page= and ?limit=; on from x-next-from with ?from=',
      handler: ({ query }) => listDoubtfulFits(database, query),
    },
    addFitment: {
      access: 'admin',
      summary: 'Adds a car to the list of a part, with its place, quantity and conditions',
      handler: async ({ params, body, caller }) => ({
        insertedId: await addFitment(database, caller, params.id, body),
      }),
    },
    copyFitments: {
      access: 'admin',
      summary: 'Adds what another part is listed for to the list of this one; lines that it has stay',
      handler: ({ params, body, caller }) => copyFitments(database, caller, params.id, body.from),
    },
    editFitment: {
      access: 'admin',
      summary: 'Changes one line of the list of a part',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editFitment(database, caller, params.id, body),
      }),
    },
    deleteFitment: {
      access: 'admin',
      summary: 'Removes one line of the list of a part',
      handler: async ({ params, caller }) => {
        await deleteFitment(database, caller, params.id)
        return { deletedCount: 1 }
      },
    },
  })
