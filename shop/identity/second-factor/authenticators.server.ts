import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'

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

/** Codes of authenticator apps (RFC 6238), as every such app makes them: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in Base32, readable by apps and people. */
export const newTotpSecret = () =>
  Array.from(randomBytes(32), (byte) => alphabet[byte % alphabet.length]).join('')

/** The time step of a code; undefined when it is wrong. A clock may be half a minute off. */
export function stepOfCode(secret: string, code: string, now = Date.now()) {
  const current = Math.floor(now / stepMs)
  return [current, current - 1, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  )
}

export function totpCode(secret: string, step = Math.floor(Date.now() / stepMs)) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Opened by an app from a link or a QR code. */
export function totpUri(shopName: string, secret: string, email: string) {
  // A colon ends the issuer, also an encoded one.
  const issuer = encodeURIComponent(shopName.replaceAll(':', ' '))
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`
}

function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
