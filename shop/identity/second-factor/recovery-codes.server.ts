import { randomInt } from 'node:crypto'
import type { Database } from '~/platform/db/database.server.ts'
import { normalRecoveryCode } from '../rules.ts'

const howMany = 10
/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>

/** For whoever has lost phone or app. Each lets in once; only hashes are stored. */
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

    /** New ones; the former no longer work. Shown once, to their owner. */
    async replace(identityId: string) {
      const codes = Array.from({ length: howMany }, newCode)
      const rows = codes.map((code) => ({ identity_id: identityId, code_hash: hashOf(code) }))
      await change([], async (tx) => {
        await tx.deleteFrom('recovery_codes').where('identity_id', '=', identityId).execute()
        await tx.insertInto('recovery_codes').values(rows).execute()
      })
      return codes
    },

    /** Whether it was one of them; of two who use it at once, one is let in. */
    async take(identityId: string, code: string) {
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

/** 50 bits, in two parts for the eye. */
function newCode() {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}
