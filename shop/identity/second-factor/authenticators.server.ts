import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import { newTotpSecret, stepOfCode } from './totp.server.ts'

export type Authenticators = ReturnType<typeof createAuthenticators>

/** Authenticator apps. Their secrets are encrypted: a stolen table makes no codes. */
export function createAuthenticators(db: Db, shopSecret: string) {
  const { encrypt, decrypt } = createCipher(
    createHmac('sha256', shopSecret).update('authenticators').digest(),
  )

  const rowOf = (identityId: string) =>
    db.selectFrom('authenticators').selectAll().where('identity_id', '=', identityId).executeTakeFirst()

  /** One statement decides: a time step counts once, so a code seen over a shoulder is worth nothing. */
  async function markStepUsed(
    identityId: string,
    secret: string,
    step: number,
    set: { confirmed_at?: string } = {},
  ) {
    const { numUpdatedRows } = await db
      .updateTable('authenticators')
      .set({ last_step: step, ...set })
      .where('identity_id', '=', identityId)
      .where('secret', '=', secret)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    isSetUp: async (identityId: string) => Boolean((await rowOf(identityId))?.confirmed_at),

    /** A new secret for an app to be confirmed; undefined when one is set up already. */
    async begin(identityId: string) {
      const secret = newTotpSecret()
      const row = { secret: encrypt(secret, identityId), last_step: 0, created_at: new Date().toISOString() }
      const stored = await db
        .insertInto('authenticators')
        .values({ identity_id: identityId, ...row, confirmed_at: null })
        .onConflict((c) =>
          c.column('identity_id').doUpdateSet(row).where('authenticators.confirmed_at', 'is', null),
        )
        .returning('identity_id')
        .executeTakeFirst()
      return stored && secret
    },

    async confirm(identityId: string, code: string) {
      const row = await rowOf(identityId)
      if (!row || row.confirmed_at) return false
      const step = stepOfCode(decrypt(row.secret, identityId), code)
      const confirmed_at = new Date().toISOString()
      return step !== undefined && markStepUsed(identityId, row.secret, step, { confirmed_at })
    },

    async accepts(identityId: string, code: string) {
      const row = await rowOf(identityId)
      if (!row?.confirmed_at) return false
      const step = stepOfCode(decrypt(row.secret, identityId), code)
      return step !== undefined && markStepUsed(identityId, row.secret, step)
    },

    async remove(identityId: string) {
      await db.deleteFrom('authenticators').where('identity_id', '=', identityId).execute()
    },
  }
}

/** AES-256-GCM, bound to its owner: a secret copied into another row does not decrypt. */
const createCipher = (key: Buffer) => ({
  encrypt(text: string, owner: string) {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
  },
  decrypt(text: string, owner: string) {
    const bytes = Buffer.from(text, 'base64url')
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
  },
})
