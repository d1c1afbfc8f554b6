import { beforeAll, describe, expect, test } from 'vitest'
import { days, minutes } from '~/platform/time.ts'
import { aProduct } from '~/test/a-product.ts'
import { aPerson, bearer } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import type { ProgramRole } from './rules.ts'

type Person = Awaited<ReturnType<typeof signedIn>>

let shop: TestShop
let admin: Person
let made = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await anAdmin()
})

const anAdmin = () => signedIn(shop, { email: `admin-${++made}@programs.example`, admin: true })
const dayIn = (count: number) => new Date(Date.now() + days(count)).toISOString().slice(0, 10)
const add = (input: object = {}, headers = admin.headers) =>
  shop.post('/api/manage/tokens', { name: 'Till', role: 'packer', endsOn: dayIn(30), ...input }, headers)

async function aProgram(role: ProgramRole, maker = admin) {
  const name = `Program-${++made}-of-tests`
  const answer = await add({ name, role }, maker.headers)
  expect(answer.status).toBe(200)
  const { insertedId, token } = answer.json() as { insertedId: string; token: string }
  return { id: insertedId, name, token, headers: bearer(token) }
}
const statusOf = async (path: string, { headers }: { headers: Record<string, string> }) =>
  (await shop.get(path, headers)).status
const rowOf = (id: string) =>
  shop.db.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirst()
const revoke = (id: string, headers = admin.headers) =>
  shop.send(`/api/manage/tokens/${id}`, { method: 'DELETE', headers })

describe('a token of another program', () => {
  test('is answered once, stored as a hash, and listed without what it is', async () => {
    const { id, name, token } = await aProgram('packer')
    expect(token).toMatch(/^cpt_[\w-]{43}$/)
    const { text } = await shop.get(`/api/manage/tokens?q=${encodeURIComponent(name)}`, admin.headers)
    expect(JSON.parse(text)).toMatchObject([{ _id: id, role: 'packer', lastLetters: token.slice(-4) }])
    expect(text).not.toContain(token)
    expect(JSON.stringify(await rowOf(id))).not.toContain(token)
    expect((await shop.get('/api/my-data', admin.headers)).text).not.toContain((await rowOf(id))!.token_hash)
  })

  test('may do what its role may', async () => {
    const till = await aProgram('packer')
    const erp = await aProgram('admin')
    const part = await aProduct(shop, { availableQty: 5 })
    expect(await statusOf('/api/parcels', till)).toBe(200)
    expect(await statusOf('/api/manage/services', till)).toBe(403)
    expect(await statusOf('/api/manage/services', erp)).toBe(200)
    const restock = (headers: Record<string, string>) =>
      shop.send(`/api/services/${part.id}`, { method: 'PUT', body: { availableQty: 9 }, headers })
    expect((await restock(till.headers)).json()).toMatchObject({ modifiedCount: 0, availableQty: 5 })
    expect((await restock(erp.headers)).json()).toMatchObject({ modifiedCount: 1, availableQty: 9 })
  })

  test('stands in the audit trail beside the admin who let it in', async () => {
    const erp = await aProgram('admin')
    const part = await aProduct(shop, { availableQty: 5 })
    await shop.send(`/api/services/${part.id}`, {
      method: 'PUT',
      body: { availableQty: 7 },
      headers: erp.headers,
    })
    await revoke(erp.id)
    const path = `/api/audit?q=${encodeURIComponent(erp.name)}`
    const entries: { what: string }[] = (await shop.get(path, admin.headers)).json()
    expect(entries.toSorted((a, b) => (a.what < b.what ? -1 : 1))).toMatchObject([
      { what: 'stock set', email: admin.email, details: { program: erp.name, to: 7 } },
      { what: 'token made', subject: erp.name, details: { role: 'admin' } },
      { what: 'token revoked', subject: erp.name, email: admin.email },
    ])
  })

  test('makes no tokens, changes no roles, passwords or second factors, and is nobody with an account', async () => {
    const erp = await aProgram('admin')
    const somebody = await signedIn(shop, { email: `somebody-${++made}@programs.example` })
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', '/api/manage/tokens'],
      ['POST', '/api/manage/tokens', { name: 'Another', role: 'admin', endsOn: dayIn(9) }],
      ['DELETE', `/api/manage/tokens/${erp.id}`],
      ['PUT', `/user/admin/${somebody.email}`],
      ['DELETE', `/user/admin/${admin.email}`],
      ['PUT', `/api/users/${somebody.email}/role`, { from: 'user', role: 'packer' }],
      ['DELETE', `/api/user/${somebody.email}`],
      ['POST', '/api/second-factor/app', { password: 'Passw0rd1' }],
      ['GET', '/api/second-factor'],
      ['POST', '/api/my-account/password', { password: 'Passw0rd1', newPassword: 'Passw0rd2' }],
      ['GET', '/api/my-data'],
      ['GET', '/api/sessions'],
      ['GET', '/api/cart'],
    ]
    for (const [method, path, body] of calls) {
      const { status } = await shop.send(path, { method, headers: erp.headers, ...(body && { body }) })
      expect(status, `${method} ${path}`).toBe(403)
    }
    const identity = await shop.send(`/api/user/${admin.email}`, {
      method: 'PUT',
      body: {},
      headers: erp.headers,
    })
    expect(identity.status).toBe(401)
    expect((await shop.get('/identity/token', erp.headers)).status).toBe(401)
    expect(await statusOf('/api/users', erp)).toBe(200)
  })

  test('works to the end of its last day, and was at most two years long', async () => {
    expect((await add({ endsOn: dayIn(-1) })).json().fields).toEqual({ endsOn: 'This day is over.' })
    expect((await add({ endsOn: dayIn(800) })).json().fields).toEqual({
      endsOn: 'At most two years from now.',
    })
    const till = await aProgram('packer')
    const expires_at = new Date(Date.now() - 1).toISOString()
    expect(await statusOf('/api/parcels', till)).toBe(200)
    await shop.db.updateTable('api_tokens').set({ expires_at }).where('id', '=', till.id).execute()
    expect(await statusOf('/api/parcels', till)).toBe(401)
  })

  test('that is revoked is refused at the next call, and is revoked once', async () => {
    const till = await aProgram('packer')
    expect(await statusOf('/api/parcels', till)).toBe(200)
    expect((await revoke(till.id)).json()).toEqual({ modifiedCount: 1 })
    expect(await statusOf('/api/parcels', till)).toBe(401)
    expect((await revoke(till.id)).json()).toEqual({ modifiedCount: 0 })
    expect((await revoke('nobody')).status).toBe(404)
  })

  test('says when it was used last, written at most once a minute', async () => {
    const till = await aProgram('packer')
    expect((await rowOf(till.id))!.last_used_at).toBeNull()
    await statusOf('/api/parcels', till)
    const first = (await rowOf(till.id))!.last_used_at
    expect(first).not.toBeNull()
    await statusOf('/api/parcels', till)
    expect((await rowOf(till.id))!.last_used_at).toBe(first)
    const last_used_at = new Date(Date.now() - minutes(2)).toISOString()
    await shop.db.updateTable('api_tokens').set({ last_used_at }).where('id', '=', till.id).execute()
    await statusOf('/api/parcels', till)
    expect((await rowOf(till.id))!.last_used_at! > last_used_at).toBe(true)
  })

  test.each(['cpt_', `cpt_${'a'.repeat(43)}`, `cpt_${'a'.repeat(200)}`, "cpt_' or 1=1 --"])(
    '%s is nobody',
    async (token) => expect(await statusOf('/api/parcels', { headers: bearer(token) })).toBe(401),
  )
})

describe('the admin who let a program in', () => {
  test('takes it along when they are an admin no more, for good', async () => {
    const maker = await anAdmin()
    const till = await aProgram('packer', maker)
    const path = `/user/admin/${maker.email}`
    const demoted = await shop.send(path, { method: 'DELETE', headers: admin.headers })
    expect(demoted.status).toBe(200)
    expect(await statusOf('/api/parcels', till)).toBe(401)
    expect((await shop.send(path, { method: 'PUT', headers: admin.headers })).status).toBe(200)
    expect(await statusOf('/api/parcels', till)).toBe(401)
  })

  test('takes it along when they are deleted', async () => {
    const maker = await anAdmin()
    const till = await aProgram('packer', maker)
    const { status } = await shop.send(`/api/user/${maker.email}`, {
      method: 'DELETE',
      headers: admin.headers,
    })
    expect(status).toBe(200)
    expect(await statusOf('/api/parcels', till)).toBe(401)
    expect(await rowOf(till.id)).toBeUndefined()
  })

  test('gives the password, where there is one: who finds a session open makes no token', async () => {
    const email = `password-${++made}@programs.example`
    const person = await aPerson(shop, { email, password: 'Passw0rd1' })
    await shop.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
    expect((await add({}, person.headers)).json().fields).toEqual({ password: 'Your password is required' })
    expect((await add({ password: 'Wrong1234' }, person.headers)).status).toBe(422)
    expect((await add({ password: 'Passw0rd1' }, person.headers)).status).toBe(200)
  })

  test('is an admin: others make and see no tokens', async () => {
    for (const role of ['user', 'packer', 'editor'] as const) {
      const who = await signedIn(shop, { email: `${role}-${++made}@programs.example`, role })
      expect((await add({}, who.headers)).status).toBe(403)
      expect(await statusOf('/api/manage/tokens', who)).toBe(403)
    }
  })
})
