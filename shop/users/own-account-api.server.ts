import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { AsFile, endpoint } from '~/platform/http/endpoint.server.ts'
import type { Reauthentication } from '~/shop/identity/password/reauthenticate.server.ts'
import { DeleteOwnAccount } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import type { ExportPersonalData } from './own-account.server.ts'
import { adminsCannotDeleteThemselves, deleteOwnAccount } from './own-account.server.ts'

type Dependencies = {
  database: Database
  onUserDeleted: OnUserDeleted
  exportPersonalData: ExportPersonalData
  reauthentication: Reauthentication
}

/** Everybody's rights: to get their personal data, and to delete their account. */
export const ownAccountApi = ({
  database,
  onUserDeleted,
  exportPersonalData,
  reauthentication,
}: Dependencies) => [
  endpoint({
    method: 'GET',
    path: '/api/my-data',
    who: 'signed-in',
    summary: 'All that the shop holds on the caller, as a file',
    answer: z.unknown(),
    perMinute: 10,
    async act({ caller }) {
      const data = { madeAt: new Date().toISOString(), ...(await exportPersonalData(caller)) }
      const day = data.madeAt.slice(0, 10)
      const type = 'application/json; charset=utf-8'
      return new AsFile(`my-data-${day}.json`, type, JSON.stringify(data, null, 2))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/my-account',
    who: 'signed-in',
    summary: 'Whether the caller has a password here',
    answer: z.object({ hasPassword: z.boolean() }),
    act: async ({ caller }) => ({ hasPassword: await reauthentication.hasPassword(caller) }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/my-account/delete',
    who: 'customer',
    refusal: adminsCannotDeleteThemselves,
    summary: "Deletes the caller's account, with the password or soon after a log-in",
    body: DeleteOwnAccount,
    answer: z.object({ deletedCount: z.literal(1) }),
    perMinute: 30,
    async act({ caller, body, request }) {
      await reauthentication.require(caller, request, body.password)
      await deleteOwnAccount(database, onUserDeleted, caller)
      return { deletedCount: 1 as const }
    },
  }),
]
