import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, bearer } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { readSecret } from '../secret.server.ts'
import { deleteIdentity } from '../store.server.ts'

const password = 'Passw0rd1'
const put = (shop: TestShop, email: string, token?: string) =>
  shop.send(`/api/user/${email}`, { method: 'PUT', body: { email }, headers: token ? bearer(token) : {} })

describe('the access token', () => {
  let shop: TestShop
  let key: Buffer
  beforeAll(async () => {
    shop = await aShop()
    const secret = await readSecret(shop.database, shop.config.dataDir)
    key = createHmac('sha256', secret).update('access tokens').digest()
  })
  const role = (email: string, token: string) => shop.get(`/admin/${email}`, bearer(token))
  const claims = { iss: 'car-parts', aud: 'car-parts-api' }
  const signed = (payload: JWTPayload, expires = '1h', by = key) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expires).sign(by)

  test('is refused when expired, forged, for others, unsigned or broken, with the same 401', async () => {
    const email = 'bad-tokens@people.example'
    await aPerson(shop, { email, password })
    const { id: sub } = (
      await shop.db.selectFrom('users').select('id').where('email', '=', email).execute()
    )[0]!
    expect((await role(email, await signed({ ...claims, sub }))).status).toBe(200)
    const bad = {
      expired: await signed({ ...claims, sub }, '-1s'),
      'signed by another': await signed({ ...claims, sub }, '1h', Buffer.alloc(32, 1)),
      'for another audience': await signed({ ...claims, aud: 'another', sub }),
      'of another issuer': await signed({ ...claims, iss: 'another', sub }),
      unsigned: new UnsecuredJWT({ ...claims, sub }).setExpirationTime('1h').encode(),
      'of nobody': await signed({ ...claims, sub: 'nobody' }),
      'of an unknown session': await signed({ ...claims, sub, sid: 'unknown' }),
      'without an end': await new SignJWT({ ...claims, sub }).setProtectedHeader({ alg: 'HS256' }).sign(key),
      broken: 'not.a.token',
    }
    for (const [why, token] of Object.entries(bad)) {
      const answer = await role(email, token)
      expect([why, answer.status, answer.json().reason]).toEqual([why, 401, 'unauthenticated'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('ends with the session that it came from, at once', async () => {
    const person = await aPerson(shop, { email: 'leaves@people.example', password })
    expect((await role(person.email, person.token)).status).toBe(200)
    expect((await shop.post('/identity/sign-out', {}, bearer(person.session))).status).toBe(200)
    expect((await role(person.email, person.token)).status).toBe(401)
    expect((await put(shop, person.email, person.identity)).status).toBe(401)
  })

  test('follows the role and the life of its person, from the next request on', async () => {
    const person = await aPerson(shop, { email: 'rises@people.example', password })
    const other = await aPerson(shop, { email: 'other@people.example', password })
    expect((await role(other.email, person.token)).status).toBe(403)
    await shop.db.updateTable('users').set({ role: 'admin' }).where('email', '=', person.email).execute()
    expect((await role(other.email, person.token)).status).toBe(200)
    await shop.db.updateTable('users').set({ role: 'user' }).where('email', '=', person.email).execute()
    expect((await role(other.email, person.token)).status).toBe(403)
    await deleteIdentity(shop.db, person.email)
    expect((await role(person.email, person.token)).status).toBe(401)
    expect((await put(shop, person.email, person.identity)).status).toBe(401)
  })

  test('is given for the verified address alone', async () => {
    const person = await aPerson(shop, { email: 'proven@people.example', password })
    expect((await put(shop, 'admin@carparts.example', person.identity)).status).toBe(403)
    expect((await put(shop, person.email)).status).toBe(401)
    expect((await put(shop, person.email, person.token)).status).toBe(401)
    expect((await put(shop, person.email, person.session)).status).toBe(401)
    expect((await role(person.email, person.identity)).status).toBe(401)
    const inBody = await shop.send(`/api/user/${person.email}`, {
      method: 'PUT',
      body: { email: 'admin@carparts.example' },
      headers: bearer(person.identity),
    })
    expect(inBody.status).toBe(403)
  })

  test('is asked for before anything in the body is judged', async () => {
    const request = { method: 'PUT', body: { name: '' } }
    expect((await shop.send('/api/profile/x@people.example', request)).status).toBe(401)
    const person = await aPerson(shop, { email: 'first@people.example', password })
    const asPerson = { ...request, headers: person.headers }
    expect((await shop.send('/api/profile/x@people.example', asPerson)).status).toBe(403)
    expect((await shop.send('/api/profile/first@people.example', asPerson)).status).toBe(422)
  })
})

describe('an external identity provider', () => {
  const issuer = 'https://securetoken.google.com/some-shop'
  const audience = 'some-shop'
  let shop: TestShop
  let keys: Awaited<ReturnType<typeof generateKeyPair>>
  const jwks = createServer(async (_request, response) => {
    const key = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }))
  })
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true })
    await new Promise<void>((done) => jwks.listen(0, '127.0.0.1', done))
    shop = await aShop({
      IDENTITY_ISSUER: issuer,
      IDENTITY_AUDIENCE: audience,
      IDENTITY_JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks`,
    })
  })
  afterAll(() => void jwks.close())

  const email = 'grace@outside.example'
  const claims = { iss: issuer, aud: audience, sub: 'abc', email, email_verified: true, name: 'Grace' }
  const signed = (payload: JWTPayload, { expires = '1h', kid = 'one', by = keys.privateKey } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).setExpirationTime(expires).sign(by)

  test('is believed', async () => {
    const entered = await put(shop, email, await signed(claims))
    expect(entered.status).toBe(200)
    const role = await shop.get(`/admin/${email}`, bearer(entered.json().token))
    expect(role.json()).toEqual({
      admin: false,
      role: 'user',
      uid: expect.any(String),
      name: 'Grace',
      photo: null,
    })
  })

  test('cannot pass for our own provider, nor anybody else for it', async () => {
    const stranger = await generateKeyPair('RS256')
    const publicKey = Buffer.from(await exportSPKI(keys.publicKey))
    const confused = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' })
    const bad = {
      expired: await signed(claims, { expires: '-1s' }),
      'signed by a stranger': await signed(claims, { by: stranger.privateKey }),
      'by an unknown key': await signed(claims, { kid: 'two' }),
      'for another audience': await signed({ ...claims, aud: 'another' }),
      'of another issuer': await signed({ ...claims, iss: 'https://securetoken.google.com/another' }),
      'in the name of our own': await signed({ ...claims, iss: 'car-parts-identity', aud: 'car-parts-shop' }),
      unsigned: new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
      'signed with the public key as a secret': await confused.setExpirationTime('1h').sign(publicKey),
      'without a subject': await signed({ ...claims, sub: '' }),
    }
    for (const [why, token] of Object.entries(bad))
      expect([why, (await put(shop, email, token)).status]).toEqual([why, 401])
  })

  test('must have verified the address', async () => {
    const unverified = await signed({ ...claims, email_verified: false })
    const answer = await put(shop, email, unverified)
    expect([answer.status, answer.json().reason]).toEqual([403, 'unverified'])
  })
})
