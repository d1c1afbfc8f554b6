import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { AsFile, endpoint } from '~/platform/http/endpoint.server.ts'
import type { Reauthenticate } from '~/shop/identity/password/reauthenticate.server.ts'
import { DeleteOwnAccount } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'
import type { ExportPersonalData } from './own-account.server.ts'
import { adminsStay, deleteOwnAccount } from './own-account.server.ts'

type Parts = { database: Database; leaving: OnUserDeleted; heldOn: ExportPersonalData; proof: Reauthenticate }

/** What a person may always ask of us: what we hold on them, and to be forgotten. */
export const ownAccountApi = ({ database, leaving, heldOn, proof }: Parts) => [
  endpoint({
    method: 'GET',
    path: '/api/my-data',
    who: 'signed-in',
    summary: 'All that the shop holds on the caller, as a file',
    answer: z.unknown(),
    perMinute: 10,
    async act({ caller }) {
      const held = { madeAt: new Date().toISOString(), ...(await heldOn(caller)) }
      const day = held.madeAt.slice(0, 10)
      const type = 'application/json; charset=utf-8'
      return new AsFile(`my-data-${day}.json`, type, JSON.stringify(held, null, 2))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/my-account',
    who: 'signed-in',
    summary: 'Whether the caller has a password here',
    answer: z.object({ hasPassword: z.boolean() }),
    act: async ({ caller }) => ({ hasPassword: await proof.hasPassword(caller) }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/my-account/delete',
    who: 'customer',
    refusal: adminsStay,
    summary: "Deletes the caller's account, with the password or soon after a log-in",
    body: DeleteOwnAccount,
    answer: z.object({ deletedCount: z.literal(1) }),
    perMinute: 30,
    async act({ caller, body, request }) {
      await proof.prove(caller, request, body.password)
      await deleteOwnAccount(database, leaving, caller)
      return { deletedCount: 1 as const }
    },
  }),
]
