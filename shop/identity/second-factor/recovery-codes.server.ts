import { randomInt } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import { normalRecoveryCode } from '../rules.ts'

const codesPerUser = 10
/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>

/** For users who lost phone or app. Each works once; only hashes are stored. */
export function createRecoveryCodes(
  { db, change }: Pick<Database, 'db' | 'change'>,
  hashCode: (code: string) => string,
) {
  const hashOf = (code: string) => hashCode(`recovery ${normalRecoveryCode(code)}`)
  return {
    async left(identityId: string) {
      const rows = await db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('identity_id', '=', identityId)
        .execute()
      return rows.length
    },

    /** New codes; the former no longer work. Shown once. */
    async replace(identityId: string) {
      const codes = Array.from({ length: codesPerUser }, newCode)
      const rows = codes.map((code) => ({ identity_id: identityId, code_hash: hashOf(code) }))
      await change([], async (tx) => {
        await tx.deleteFrom('recovery_codes').where('identity_id', '=', identityId).execute()
        await tx.insertInto('recovery_codes').values(rows).execute()
      })
      return codes
    },

    /** Whether the code was valid. Used twice at the same time, it works once. */
    async redeem(identityId: string, code: string) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('identity_id', '=', identityId)
        .where('code_hash', '=', hashOf(code))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async remove(identityId: string) {
      await db.deleteFrom('recovery_codes').where('identity_id', '=', identityId).execute()
    },
  }
}

/** 50 bits, in two readable parts. */
function newCode() {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}
