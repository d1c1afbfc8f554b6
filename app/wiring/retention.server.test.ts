import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import { mailsTo } from '~/test/mails.ts'
import { aPerson } from '~/test/people.ts'
import { aShop } from '~/test/shop.ts'
import { deleteExpired } from './workers.server.ts'

test('what has served its time is deleted, and nothing sooner', async () => {
  const shop = await aShop()
  const { db, config } = shop
  const { dataDir } = config
  await aPerson(shop, { email: 'visitor@old.example', password: 'Passw0rd1' })
  await shop.post('/identity/sign-up/email', {
    name: 'Ada',
    email: 'never@old.example',
    password: 'Passw0rd1',
  })
  await shop.post('/identity/request-password-reset', { email: 'visitor@old.example' })
  await shop.post('/api/contact', { email: 'visitor@old.example', message: 'A question' })
  await mailsTo(shop, 'visitor@old.example')
  const count = async (table: string) =>
    (await sql`select 1 from ${sql.table(table)}`.execute(db)).rows.length
  const state = async () => ({
    sessions: await count('identity_sessions'),
    links: await count('identity_verifications'),
    registrations: await count('registrations'),
    messages: await count('contact_messages'),
    mails: readdirSync(join(dataDir, 'outbox')).length,
    users: await count('users'),
  })
  const before = await state()
  expect(Object.values(before).every((number) => number > 0)).toBe(true)

  const now = Date.now()
  await deleteExpired({ db, dataDir, now })
  expect(await state()).toEqual(before)
  await deleteExpired({ db, dataDir, now: now + days(6) })
  expect(await state()).toEqual({ ...before, registrations: 0, links: 0 })
  await deleteExpired({ db, dataDir, now: now + days(31) })
  expect(await state()).toEqual({ ...before, registrations: 0, links: 0, sessions: 0, mails: 0 })
  await deleteExpired({ db, dataDir, now: now + days(366) })
  expect(await state()).toMatchObject({ messages: 0, users: before.users })
  expect(await count('counts')).toBe(0)
})
