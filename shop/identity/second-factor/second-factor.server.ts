import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { countOf } from '~/platform/figures.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { minutes } from '~/platform/time.ts'
import type { Auth } from '../auth.server.ts'
import { codeText, secondFactorRemovedMail } from '../mails.ts'
import { maskedPhone } from '../rules.ts'
import type { Authenticators } from './authenticators.server.ts'
import type { CodeLimits } from './code-limits.server.ts'
import { refuse } from './contract.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'

const codeLastsMs = minutes(5)
const mostTries = 5

type Dependencies = {
  auth: Auth
  sendSms: SendSms | undefined
  codeLimits: CodeLimits
  hashCode: (code: string) => string
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
  shopName: () => string
}
type SentCode = { phone: string; hash: string; tries: number }

/**
 * The second factors of a log-in: a phone, enrolled and removed with a code sent to it, and an authenticator app, set up
 * and removed with its codes. The first of them comes with recovery codes.
 */
export function createSecondFactor({
  auth,
  sendSms,
  codeLimits,
  hashCode,
  authenticators,
  recoveryCodes,
  shopName,
}: Dependencies) {
  async function phoneOf(identityId: string) {
    const user = (await identityUser(identityId)) as {
      phoneNumber?: string | null
      twoFactorEnabled?: boolean
    }
    return user.twoFactorEnabled ? (user.phoneNumber ?? undefined) : undefined
  }

  async function sendCode(identityId: string, newPhone?: string) {
    const enrolled = await phoneOf(identityId)
    if (newPhone && enrolled) throw refuse('has_phone')
    const phone = newPhone ?? enrolled
    if (!phone) throw refuse('no_phone')
    if (!sendSms) throw refuse('no_sms')
    const { adapter } = await auth.$context
    await codeLimits.begin({ adapter, identityId, phone })
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await storeCode(identityId, { phone, hash: hashCode(code), tries: 0 }, new Date(Date.now() + codeLastsMs))
    await sendSms({ to: phone, text: codeText(shopName(), code) })
  }

  async function enrol(identityId: string, code: string) {
    const phone = await verifiedPhone(identityId, code)
    if (await phoneOf(identityId)) throw refuse('has_phone')
    return { phone, recoveryCodes: await switchOn(identityId, { phoneNumber: phone }) }
  }

  /** Returns recovery codes when this is the first factor. */
  async function switchOn(identityId: string, factor: { phoneNumber?: string }) {
    const { adapter, internalAdapter } = await auth.$context
    await internalAdapter.updateUser(identityId, { ...factor, twoFactorEnabled: true })
    const where = [{ field: 'userId', value: identityId }]
    // better-auth counts wrong codes in this row and locks the account for a while; nothing else in it is used.
    if (!(await adapter.findOne({ model: 'twoFactor', where })))
      await adapter.create({
        model: 'twoFactor',
        forceAllowId: true,
        data: { id: newId(), userId: identityId, secret: '', backupCodes: '', verified: false },
      })
    return (await recoveryCodes.left(identityId)) ? undefined : recoveryCodes.replace(identityId)
  }

  /** Without any factor left, log-in asks for no code, and recovery codes are deleted. */
  async function switchOff(identityId: string, factor: { phoneNumber?: null }) {
    const { adapter, internalAdapter } = await auth.$context
    const user = (await identityUser(identityId)) as { phoneNumber?: string | null }
    const hasPhone = factor.phoneNumber !== null && Boolean(user.phoneNumber)
    const isStillOn = hasPhone || (await authenticators.isSetUp(identityId))
    await internalAdapter.updateUser(identityId, { ...factor, twoFactorEnabled: isStillOn })
    if (isStillOn) return
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: identityId }] })
    await recoveryCodes.remove(identityId)
  }

  async function beginApp(identityId: string) {
    await identityUser(identityId)
    const secret = await authenticators.begin(identityId)
    if (!secret) throw refuse('has_app')
    return secret
  }

  async function confirmApp(identityId: string, code: string) {
    if (!(await authenticators.confirm(identityId, code))) throw refuse('wrong_app_code', { field: 'code' })
    return switchOn(identityId, {})
  }

  /** With a code of the app, or with a recovery code when the app is lost. */
  async function removeApp(identityId: string, code: string) {
    const isRight =
      (/^\d{6}$/.test(code) && (await authenticators.accepts(identityId, code))) ||
      (await recoveryCodes.redeem(identityId, code))
    if (!isRight) throw refuse('wrong_app_or_recovery_code', { field: 'code' })
    await authenticators.remove(identityId)
    await switchOff(identityId, {})
  }

  async function newRecoveryCodes(identityId: string) {
    const user = (await identityUser(identityId)) as { twoFactorEnabled?: boolean }
    if (!user.twoFactorEnabled) throw refuse('no_factor')
    return recoveryCodes.replace(identityId)
  }

  async function overview(identityId: string) {
    const phone = await phoneOf(identityId)
    return {
      phone: phone ? maskedPhone(phone) : null,
      app: await authenticators.isSetUp(identityId),
      recoveryCodesLeft: await recoveryCodes.left(identityId),
      offersPhone: sendSms !== undefined,
    }
  }

  async function remove(identityId: string, code: string) {
    const enrolled = await phoneOf(identityId)
    const phone = await verifiedPhone(identityId, code)
    if (phone !== enrolled) throw refuse('no_phone')
    await switchOff(identityId, { phoneNumber: null })
  }

  async function verifiedPhone(identityId: string, code: string) {
    const { internalAdapter } = await auth.$context
    // Deleted before it is compared: two guesses at once cannot share one attempt.
    const consumed = await internalAdapter.consumeVerificationValue(`phone:${identityId}`)
    if (!consumed) throw refuse('code_too_old')
    const sent = JSON.parse(consumed.value) as SentCode
    if (timingSafeEqual(Buffer.from(sent.hash), Buffer.from(hashCode(code)))) return sent.phone
    if (sent.tries + 1 < mostTries)
      await storeCode(identityId, { ...sent, tries: sent.tries + 1 }, new Date(consumed.expiresAt))
    throw refuse('wrong_sent_code', { field: 'code' })
  }

  async function storeCode(identityId: string, sent: SentCode, expiresAt: Date) {
    const { internalAdapter } = await auth.$context
    const identifier = `phone:${identityId}`
    await internalAdapter.deleteVerificationByIdentifier(identifier)
    await internalAdapter.createVerificationValue({ identifier, value: JSON.stringify(sent), expiresAt })
  }

  async function identityUser(identityId: string) {
    const user = await (await auth.$context).internalAdapter.findUserById(identityId)
    if (!user) throw refuse('not_ours')
    return user
  }
  return { overview, sendCode, enrol, remove, beginApp, confirmApp, removeApp, newRecoveryCodes }
}

type Account = { identityId: string; email: string; name: string; factors: string[] }

/** The account of an address and its second factors in words; `factors` is empty when none is set up. */
export async function findSecondFactors(db: Db, email: string): Promise<Account | undefined> {
  const account = await db
    .selectFrom('identity_users')
    .select(['id', 'name', 'phoneNumber', 'twoFactorEnabled'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const { id: identityId, name, phoneNumber, twoFactorEnabled } = account
  const app = await db
    .selectFrom('authenticators')
    .select('identity_id')
    .where('identity_id', '=', identityId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const recoveryCodes = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('identity_id', '=', identityId)
    .execute()
  const factors = [
    twoFactorEnabled && phoneNumber && `the phone ${maskedPhone(phoneNumber)}`,
    app && 'an authenticator app',
    recoveryCodes.length > 0 && countOf(recoveryCodes.length, 'recovery code'),
  ].filter((factor) => typeof factor === 'string')
  return { identityId, email, name, factors }
}

/** Every factor at once, and codes and links that are still on their way. Tells the owner, who may not have asked for it. */
export async function removeSecondFactors(tx: Tx, { identityId, email, name }: Account, shopName: string) {
  // A write comes first: on SQLite a transaction that reads first could not start to write beside a running shop.
  await tx
    .updateTable('identity_users')
    .set({ phoneNumber: null, twoFactorEnabled: sql<boolean>`false` })
    .where('id', '=', identityId)
    .execute()
  await tx.deleteFrom('identity_second_factors').where('userId', '=', identityId).execute()
  await tx.deleteFrom('authenticators').where('identity_id', '=', identityId).execute()
  await tx.deleteFrom('recovery_codes').where('identity_id', '=', identityId).execute()
  await tx.deleteFrom('identity_verifications').where('value', '=', identityId).execute()
  await queueMail(tx, secondFactorRemovedMail({ to: email, name, shopName }))
}
