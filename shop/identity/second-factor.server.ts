import { randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '~/platform/http/refusal.ts'
import { newId } from '~/platform/id.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import type { Auth } from './auth.server.ts'
import { codeText } from './mails.ts'

const minutes = (count: number) => count * 60_000
const codeLastsMs = minutes(5)
const mostTries = 5

type Parts = { auth: Auth; sendSms: SendSms; hashCode: (code: string) => string }
type Sent = { phone: string; hash: string; tries: number }

/** A phone as second factor: enrolled and removed only by whoever can read a code sent to it. */
export function createSecondFactor({ auth, sendSms, hashCode }: Parts) {
  async function phoneOf(identityId: string) {
    const user = (await person(identityId)) as { phoneNumber?: string | null; twoFactorEnabled?: boolean }
    return user.twoFactorEnabled ? (user.phoneNumber ?? undefined) : undefined
  }

  async function sendCode(identityId: string, newPhone?: string) {
    const enrolled = await phoneOf(identityId)
    if (newPhone && enrolled) throw new Refusal(409, 'has_phone', 'Remove the current phone first.')
    const phone = newPhone ?? enrolled
    if (!phone) throw new Refusal(409, 'no_phone', 'No phone is enrolled.')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await keep(identityId, { phone, hash: hashCode(code), tries: 0 }, new Date(Date.now() + codeLastsMs))
    await sendSms({ to: phone, text: codeText(code) })
  }

  async function enrol(identityId: string, code: string) {
    const phone = await provenPhone(identityId, code)
    if (await phoneOf(identityId)) throw new Refusal(409, 'has_phone', 'Remove the current phone first.')
    const { adapter, internalAdapter } = await auth.$context
    await internalAdapter.updateUser(identityId, { phoneNumber: phone, twoFactorEnabled: true })
    // better-auth counts wrong codes in this row and locks the account for a while; it holds nothing else of ours.
    await adapter.create({
      model: 'twoFactor',
      forceAllowId: true,
      data: { id: newId(), userId: identityId, secret: '', backupCodes: '', verified: false },
    })
    return phone
  }

  async function remove(identityId: string, code: string) {
    const enrolled = await phoneOf(identityId)
    const phone = await provenPhone(identityId, code)
    if (phone !== enrolled) throw new Refusal(409, 'no_phone', 'No phone is enrolled.')
    const { adapter, internalAdapter } = await auth.$context
    await internalAdapter.updateUser(identityId, { phoneNumber: null, twoFactorEnabled: false })
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: identityId }] })
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
    throw new Refusal(422, 'invalid', 'That is not the code we sent.', {
      code: 'That is not the code we sent.',
    })
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
  return { phoneOf, sendCode, enrol, remove }
}
