import { beforeAll, expect, test } from 'vitest'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { makeAdmin } from './make-admin.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'

test('npm run admin makes a person an admin, for the token they already have', async () => {
  const { email, headers } = await aPerson(shop, { email: 'boss@people.example', password })
  expect((await shop.get('/admin/customer@carparts.example', headers)).status).toBe(403)
  expect(await makeAdmin(shop.db, email)).toContain('is an admin from the next click on')
  expect((await shop.get('/admin/customer@carparts.example', headers)).status).toBe(200)
  expect(await makeAdmin(shop.db, email)).toContain('already')
})

test('npm run admin refuses an address that nobody has verified', async () => {
  const email = 'unproven@people.example'
  await shop.post('/identity/sign-up/email', { name: 'Mallory', email, password })
  await expect(makeAdmin(shop.db, email)).rejects.toThrow('Nobody has proven the address')
})
