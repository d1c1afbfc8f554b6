import { beforeAll, expect, test } from 'vitest'
import { aPerson } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { tool } from '~/test/tool.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'
const makeAdmin = (email: string) => tool('make-admin', shop.settings, email)

test('npm run admin makes a person an admin, for the token they already have, and the audit trail says so', async () => {
  const { email, headers } = await aPerson(shop, { email: 'boss@people.example', password })
  expect((await shop.get('/admin/customer@carparts.example', headers)).status).toBe(403)
  expect((await makeAdmin(email.toUpperCase())).output).toBe(`${email} is an admin from the next click on.\n`)
  expect((await shop.get('/admin/customer@carparts.example', headers)).status).toBe(200)
  expect((await makeAdmin(email)).output).toContain('already')
  expect((await shop.get('/api/audit', headers)).json()).toMatchObject([
    { email: 'operator', what: 'made admin', subject: email },
  ])
})

test('npm run admin refuses an address that nobody has verified', async () => {
  const email = 'unproven@people.example'
  await shop.post('/identity/sign-up/email', { name: 'Mallory', email, password })
  const refused = await makeAdmin(email)
  expect([refused.code, refused.problems]).toEqual([
    1,
    expect.stringContaining('Nobody has proven the address'),
  ])
})
