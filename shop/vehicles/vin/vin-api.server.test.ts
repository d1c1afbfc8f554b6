import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBuilt } from '~/test/built.ts'
import { send } from '~/test/http.ts'
import type { TestShop } from '~/test/shop.ts'
import { aFolder, aShop } from '~/test/shop.ts'
import { checkDigit } from './vin.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

/** Made from patterns, with a serial number that no car has. */
const inOrder = (vin: string) => vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
const gti = inOrder('WVWHV71K08W000001')
const civic = inOrder('1HGFA16508L000001')
const read = async (vin: string) => (await shop.post('/api/vin', { vin })).json()
const namesOf = (answer: { cars: { name: string }[] }) => answer.cars.map(({ name }) => name)

describe('a VIN proposes cars of our list', () => {
  test.each([
    [gti, 'Volkswagen GTI 5 2.0 TFSI (BPY)'],
    [inOrder('WBAVA37508NL00001'), 'BMW 328i E90 3.0 (N52B30)'],
    [civic, 'Honda Civic 8 1.8 (R18A1)'],
    [inOrder('1NXBU40E09Z000001'), 'Toyota Corolla E140 1.8 (2ZR-FE)'],
    [inOrder('1FAHP35N08W000001'), 'Ford Focus US, second shape 2.0 Duratec'],
    [inOrder('5YJ3E1EA0JF000001'), 'Tesla Model 3 Rear-wheel drive'],
  ])('%s: %s', async (vin, name) => {
    const answer = await read(vin)
    expect(answer.state).toBe('exact')
    expect(namesOf(answer)).toContain(name)
  })

  test('with the months of its model year', async () => {
    expect((await read(gti)).cars[0]).toMatchObject({ year: 2008, facts: 'built=2007-07/2008-12' })
  })

  test.each([
    ['small letters and spaces', `${civic.slice(0, 3)} ${civic.slice(3)}`.toLowerCase(), 17],
    ['O for 0', civic.replaceAll('0', 'O'), 17],
    ['a character too few', civic.slice(0, 12) + civic.slice(13), 16],
    ['a character too many', `${civic.slice(0, 5)}${civic[4]}${civic.slice(5)}`, 18],
    ['a look-alike', civic.replace('6', 'G'), 17],
    ['swapped neighbours', `${civic.slice(0, 3)}AF${civic.slice(5)}`, 17],
  ])('also with %s', async (_, vin, characters) => {
    const answer = await read(vin)
    expect(namesOf(answer).filter((name) => name === 'Honda Civic 8 1.8 (R18A1)')).toHaveLength(1)
    expect(answer.characters).toBe(characters)
  })

  test('a car of which the year is not certain is offered once, and nothing is said about its year', async () => {
    const [offered] = (await read('1HGFA16568L00000')).cars
    expect([offered.name, offered.year, offered.facts]).toEqual(['Honda Civic 8 1.8 (R18A1)', undefined, ''])
  })

  test('one of Europe says its make alone, and one of nobody nothing', async () => {
    expect(await read('WVWZZZ1KZ6W000001')).toEqual({
      state: 'make-only',
      characters: 17,
      make: { key: 'volkswagen', name: 'Volkswagen' },
      cars: [],
      unlisted: [],
    })
    expect((await read('000000000000ABC01')).state).toBe('unknown')
  })

  test('a car that is not on our list is named', async () => {
    const answer = await read(inOrder('1FTFW1E500FA00001'.replace('500F', '508F')))
    expect(answer.cars).toEqual([])
    expect([...answer.unlisted, answer.make.name].join()).toContain('Ford')
  })

  test('what is no VIN is refused in words', async () => {
    const answer = await shop.post('/api/vin', { vin: 'golf' })
    expect([answer.status, answer.json().fields.vin]).toEqual([422, 'A VIN has 17 letters and digits'])
  })

  test('and no request leaves the machine', async () => {
    const opened: unknown[] = []
    const count = (socket: unknown) => opened.push(socket)
    const { readVin } = await import('./read-vin.server.ts')
    subscribe('net.client.socket', count)
    try {
      await readVin(shop.db, civic.replace('6', 'G'))
    } finally {
      unsubscribe('net.client.socket', count)
    }
    expect(opened).toEqual([])
  })
})

test('a VIN is in no log, and in no file of the shop', { timeout: 120_000 }, async () => {
  const folder = aFolder()
  const built = await startBuilt({ DATA_DIR: folder, LOG_LEVEL: 'trace', NODE_ENV: '', PORT: '0' })
  const answer = await send(built.url, '/api/vin', { method: 'POST', body: { vin: gti } })
  expect(answer.json().cars).toHaveLength(1)
  const garbled = gti.replace('W', '%')
  expect((await send(built.url, '/api/vin', { method: 'POST', body: { vin: garbled } })).status).toBe(422)
  await send(built.url, `/garage?q=${gti}`, {})
  const page = await send(built.url, `/garage?q=${gti}`, {})
  expect(page.text).not.toContain(gti.slice(3))
  const form = (q: string) =>
    fetch(`${built.url}/garage`, {
      method: 'POST',
      body: new URLSearchParams({ q }),
      redirect: 'manual',
    })
  const proposed = await form(gti)
  expect(proposed.headers.get('cache-control')).toBe('no-store')
  const proposal = await proposed.text()
  expect(proposal).toContain('Is this your car?')
  expect(proposal).toContain('Volkswagen GTI')
  expect(proposal).not.toContain(gti.slice(3))
  const models = await (await form('WVWZZZ1KZ6W000001')).text()
  expect(models).toContain('This is a Volkswagen; its VIN does not say which.')
  expect(models).toContain('Which model?')
  const words = await form('golf tdi')
  expect([words.status, words.headers.get('location')]).toEqual([303, '/garage?q=golf+tdi'])
  built.child.kill('SIGTERM')
  await built.ended
  expect(built.output()).toContain('/api/vin')
  expect(built.output()).not.toContain(gti.slice(3))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
  expect(files.some((file) => file.endsWith('shop.db'))).toBe(true)
  expect(files.filter((file) => readFileSync(file).includes(gti.slice(3)))).toEqual([])
})
