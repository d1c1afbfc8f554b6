import type { Database } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { AsFile } from '~/platform/http/endpoint.server.ts'
import type { Reauthentication } from '~/shop/identity/password/reauthenticate.server.ts'
import type { UserContract } from './contract.ts'
import { refuse } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import type { ExportPersonalData } from './own-account.server.ts'
import { deleteOwnAccount } from './own-account.server.ts'

export type OwnAccountDependencies = {
  database: Database
  onUserDeleted: OnUserDeleted
  exportPersonalData: ExportPersonalData
  reauthentication: Reauthentication
}

/** Everybody's rights: to get their personal data, and to delete their account. */
export const ownAccountEndpoints = ({
  database,
  onUserDeleted,
  exportPersonalData,
  reauthentication,
}: OwnAccountDependencies): Pick<
  Implementations<UserContract>,
  'exportMyData' | 'getMyAccount' | 'deleteMyAccount'
> => ({
  exportMyData: {
    access: 'signed-in',
    summary: 'All that the shop holds on the caller, as a file',
    perMinute: 10,
    async handler({ caller }) {
      const data = { madeAt: new Date().toISOString(), ...(await exportPersonalData(caller)) }
      const day = data.madeAt.slice(0, 10)
      const type = 'application/json; charset=utf-8'
      return new AsFile(`my-data-${day}.json`, type, JSON.stringify(data, null, 2))
    },
  },
  getMyAccount: {
    access: 'signed-in',
    summary: 'Whether the caller has a password here',
    handler: async ({ caller }) => ({ hasPassword: await reauthentication.hasPassword(caller) }),
  },
  deleteMyAccount: {
    access: 'non-admin',
    forbidden: () => refuse('admins_stay'),
    summary: "Deletes the caller's account, with the password or soon after a log-in",
    perMinute: 30,
    async handler({ caller, body, request }) {
      await reauthentication.require(caller, request, body.password)
      await deleteOwnAccount(database, onUserDeleted, caller)
      return { deletedCount: 1 as const }
    },
  },
})
