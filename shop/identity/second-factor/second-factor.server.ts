import { randomInt, timingSafeEqual } from 'node:crypto'
import { newId } from '~/platform/id.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { minutes } from '~/platform/time.ts'
import { codeText } from '../mails.ts'
import { maskedPhone } from '../rules.ts'
import type { Auth } from '../sign-in/auth.server.ts'
import type { Authenticators } from './authenticators.server.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'

const codeLastsMs = minutes(5)
const mostTries = 5

type Parts = {
  auth: Auth
  sendSms: SendSms | undefined
  hashCode: (code: string) => string
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
}
type Sent = { phone: string; hash: string; tries: number }

/**
 * What is asked for at log-in beside the password: a phone, enrolled and removed only by whoever can read a code sent to
 * it, and an authenticator app, likewise by its codes. With the first of them come recovery codes.
 */
export function createSecondFactor({ auth, sendSms, hashCode, authenticators, recoveryCodes }: Parts) {
  async function phoneOf(identityId: string) {
    const user = (await person(identityId)) as { phoneNumber?: string | null; twoFactorEnabled?: boolean }
    return user.twoFactorEnabled ? (user.phoneNumber ?? undefined) : undefined
  }

  async function sendCode(identityId: string, newPhone?: string) {
    const enrolled = await phoneOf(identityId)
    if (newPhone && enrolled) throw new Refusal(409, 'has_phone', 'Remove the current phone first.')
    const phone = newPhone ?? enrolled
    if (!phone) throw new Refusal(409, 'no_phone', 'No phone is enrolled.')
    if (!sendSms) throw new Refusal(409, 'no_sms', 'Codes by SMS are not available in this shop.')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await keep(identityId, { phone, hash: hashCode(code), tries: 0 }, new Date(Date.now() + codeLastsMs))
    await sendSms({ to: phone, text: codeText(code) })
  }

  async function enrol(identityId: string, code: string) {
    const phone = await provenPhone(identityId, code)
    if (await phoneOf(identityId)) throw new Refusal(409, 'has_phone', 'Remove the current phone first.')
    return { phone, recoveryCodes: await switchOn(identityId, { phoneNumber: phone }) }
  }

  /** Answers with the recovery codes when this is the first factor. */
  async function switchOn(identityId: string, factor: { phoneNumber?: string }) {
    const { adapter, internalAdapter } = await auth.$context
    await internalAdapter.updateUser(identityId, { ...factor, twoFactorEnabled: true })
    const where = [{ field: 'userId', value: identityId }]
    // better-auth counts wrong codes in this row and locks the account for a while; it holds nothing else of ours.
    if (!(await adapter.findOne({ model: 'twoFactor', where })))
      await adapter.create({
        model: 'twoFactor',
        forceAllowId: true,
        data: { id: newId(), userId: identityId, secret: '', backupCodes: '', verified: false },
      })
    return (await recoveryCodes.left(identityId)) ? undefined : recoveryCodes.replace(identityId)
  }

  /** Without any factor left, nothing is asked for, and recovery codes are of no use. */
  async function switchOff(identityId: string, factor: { phoneNumber?: null }) {
    const { adapter, internalAdapter } = await auth.$context
    const user = (await person(identityId)) as { phoneNumber?: string | null }
    const hasPhone = factor.phoneNumber !== null && Boolean(user.phoneNumber)
    const isStillOn = hasPhone || (await authenticators.isSetUp(identityId))
    await internalAdapter.updateUser(identityId, { ...factor, twoFactorEnabled: isStillOn })
    if (isStillOn) return
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: identityId }] })
    await recoveryCodes.remove(identityId)
  }

  async function beginApp(identityId: string) {
    await person(identityId)
    const secret = await authenticators.begin(identityId)
    if (!secret) throw new Refusal(409, 'has_app', 'Remove the present app first.')
    return secret
  }

  async function confirmApp(identityId: string, code: string) {
    if (!(await authenticators.confirm(identityId, code))) throw wrongCode('That is not the code of the app.')
    return switchOn(identityId, {})
  }

  /** By a code of the app, or by a recovery code when the app is lost. */
  async function removeApp(identityId: string, code: string) {
    const isRight =
      (/^\d{6}$/.test(code) && (await authenticators.accepts(identityId, code))) ||
      (await recoveryCodes.take(identityId, code))
    if (!isRight) throw wrongCode('That code is not right, or was used before.')
    await authenticators.remove(identityId)
    await switchOff(identityId, {})
  }

  async function newRecoveryCodes(identityId: string) {
    const user = (await person(identityId)) as { twoFactorEnabled?: boolean }
    if (!user.twoFactorEnabled) throw new Refusal(409, 'no_factor', 'There is no second factor yet.')
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
    const phone = await provenPhone(identityId, code)
    if (phone !== enrolled) throw new Refusal(409, 'no_phone', 'No phone is enrolled.')
    await switchOff(identityId, { phoneNumber: null })
  }

  async function provenPhone(identityId: string, code: string) {
    const { internalAdapter } = await auth.$context
    // Taken out before it is compared: two guesses at once cannot both use the same try.
    const taken = await internalAdapter.consumeVerificationValue(`phone:${identityId}`)
    if (!taken) throw new Refusal(422, 'code_too_old', 'This code is too old. Please ask for a new one.')
    const sent = JSON.parse(taken.value) as Sent
    if (timingSafeEqual(Buffer.from(sent.hash), Buffer.from(hashCode(code)))) return sent.phone
    if (sent.tries + 1 < mostTries)
      await keep(identityId, { ...sent, tries: sent.tries + 1 }, new Date(taken.expiresAt))
    throw wrongCode('That is not the code we sent.')
  }

  async function keep(identityId: string, sent: Sent, expiresAt: Date) {
    const { internalAdapter } = await auth.$context
    const identifier = `phone:${identityId}`
    await internalAdapter.deleteVerificationByIdentifier(identifier)
    await internalAdapter.createVerificationValue({ identifier, value: JSON.stringify(sent), expiresAt })
  }

  async function person(identityId: string) {
    const user = await (await auth.$context).internalAdapter.findUserById(identityId)
    if (!user) throw new Refusal(409, 'not_ours', 'Your account is kept by another provider.')
    return user
  }
  return { overview, sendCode, enrol, remove, beginApp, confirmApp, removeApp, newRecoveryCodes }
}

const wrongCode = (message: string) => new Refusal(422, 'invalid', message, { code: message })
