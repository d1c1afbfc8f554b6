import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Auth } from '../auth.server.ts'
import { passwordChangedMail } from '../mails.ts'
import { refuse } from './contract.ts'

type PasswordDependencies = { auth: Auth; database: Database; resetPage: string; shopName: () => string }

/** The row of a reset link that is still valid. */
export async function resetLink(auth: Auth, token: string) {
  const link = await (await auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link && new Date(link.expiresAt).getTime() > Date.now() ? link : undefined
}

/** By a mailed link, which works once: all other links and all sessions of the account end too. */
export async function resetPassword(
  { auth, database, resetPage, shopName }: PasswordDependencies,
  { token, newPassword }: { token: string; newPassword: string },
) {
  const { internalAdapter, password: hasher } = await auth.$context
  const link = await resetLink(auth, token)
  const user = link && (await internalAdapter.findUserById(link.value))
  if (!link || !user) throw refuse('invalid_token')
  const hash = await hasher.hash(newPassword)
  await database.change([], async (tx) => {
    const ended = await endLinks(tx, user.id)
    // Another link of the account was used at the same time.
    if (!ended.includes(link.id)) throw refuse('invalid_token')
    await setPassword(tx, user.id, hash)
    await tx.deleteFrom('identity_sessions').where('userId', '=', user.id).execute()
    await queueMail(
      tx,
      passwordChangedMail({ to: user.email, name: user.name, resetPage, shopName: shopName() }),
    )
  })
}

type Change = { caller: Caller; identityId: string; newPassword: string; sessionId: string | undefined }

/** After reauthentication. Every session but the present one ends. */
export async function changePassword(
  { auth, database, resetPage, shopName }: PasswordDependencies,
  { caller, identityId, newPassword, sessionId }: Change,
) {
  const { internalAdapter, password: hasher } = await auth.$context
  if (!(await internalAdapter.findUserById(identityId))) throw refuse('not_ours')
  const hash = await hasher.hash(newPassword)
  const { email: to, name } = caller
  await database.change([], async (tx) => {
    await endLinks(tx, identityId)
    await setPassword(tx, identityId, hash)
    await tx
      .deleteFrom('identity_sessions')
      .where('userId', '=', identityId)
      .where('id', '<>', sessionId ?? '')
      .execute()
    await queueMail(tx, passwordChangedMail({ to, name, resetPage, shopName: shopName() }))
  })
}

/** Deletes reset links and unfinished log-ins: they are based on the former password. */
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
  // The first password of a user who has logged in with Google only.
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
