import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { passwordChangedMail } from '../mails.ts'
import { linkExpired } from '../rules.ts'
import type { Auth } from '../sign-in/auth.server.ts'

type Parts = { auth: Auth; database: Database; resetPage: string }

/** The row of a reset link that still works. */
export async function resetLink(auth: Auth, token: string) {
  const link = await (await auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link && new Date(link.expiresAt).getTime() > Date.now() ? link : undefined
}

/** By a mailed link, once: it ends with all other links of the account and with all its sessions. */
export async function resetPassword(
  parts: Parts,
  { token, newPassword }: { token: string; newPassword: string },
) {
  const { internalAdapter, password: hasher } = await parts.auth.$context
  const link = await resetLink(parts.auth, token)
  const user = link && (await internalAdapter.findUserById(link.value))
  if (!link || !user) throw spent()
  const hash = await hasher.hash(newPassword)
  await parts.database.change([], async (tx) => {
    const ended = await endLinks(tx, user.id)
    // Somebody used another link of the account at the same time.
    if (!ended.includes(link.id)) throw spent()
    await setPassword(tx, user.id, hash)
    await tx.deleteFrom('identity_sessions').where('userId', '=', user.id).execute()
    await queueMail(tx, passwordChangedMail({ to: user.email, name: user.name, resetPage: parts.resetPage }))
  })
}

type Change = { caller: Caller; identityId: string; newPassword: string; sessionId: string | undefined }

/** By somebody who has just proven who they are, and who stays signed in here alone. */
export async function changePassword(parts: Parts, { caller, identityId, newPassword, sessionId }: Change) {
  const { internalAdapter, password: hasher } = await parts.auth.$context
  if (!(await internalAdapter.findUserById(identityId)))
    throw new Refusal(409, 'not_ours', 'Your account is kept by another provider.')
  const hash = await hasher.hash(newPassword)
  const { email: to, name } = caller
  await parts.database.change([], async (tx) => {
    await endLinks(tx, identityId)
    await setPassword(tx, identityId, hash)
    await tx
      .deleteFrom('identity_sessions')
      .where('userId', '=', identityId)
      .where('id', '<>', sessionId ?? '')
      .execute()
    await queueMail(tx, passwordChangedMail({ to, name, resetPage: parts.resetPage }))
  })
}

/** Reset links and half-finished log-ins: the password that they rest on is no longer the right one. */
export async function endLinks(tx: Tx, identityId: string) {
  const ended = await tx
    .deleteFrom('identity_verifications')
    .where('value', '=', identityId)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

export async function setPassword(tx: Tx, identityId: string, password: string) {
  const now = new Date().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('identity_accounts')
    .set({ password, updatedAt: now })
    .where('userId', '=', identityId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // So far the person came by Google alone.
  await tx
    .insertInto('identity_accounts')
    .values({
      id: newId(),
      userId: identityId,
      accountId: identityId,
      providerId: 'credential',
      password,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

const spent = () => new Refusal(400, 'invalid_token', linkExpired)
