import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { countOf } from '~/platform/figures.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { secondFactorRemovedMail } from '../mails.ts'
import { maskedPhone } from '../rules.ts'

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
export async function removeSecondFactors(tx: Tx, { identityId, email, name }: Account) {
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
  await queueMail(tx, secondFactorRemovedMail({ to: email, name }))
}
