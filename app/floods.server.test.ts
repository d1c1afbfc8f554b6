import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** A webhook that announces a long body and sends one byte of it. */
async function halfSent(headers = '') {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST /webhooks/stripe HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${headers}content-length: 5000\r\n\r\n{`,
  )
  return socket
}
const statusOf = async (socket: Socket) =>
  /^HTTP\/1\.1 (\d+)/.exec(String((await once(socket, 'data'))[0]))?.[1]
const signature = (seconds: number, digest = 'a'.repeat(64)) =>
  `stripe-signature: t=${Math.floor(Date.now() / 1000) - seconds},v1=${digest}\r\n`

test('a webhook without a possible signature is refused before its body has come', async () => {
  for (const headers of ['', 'stripe-signature: x\r\n', signature(0, '00'), signature(3600)])
    expect(await statusOf(await halfSent(headers)), headers).toBe('400')
})

test('hundreds of half-sent webhooks of one network stop nobody, not even that network', async () => {
  const all = await Promise.all(Array.from({ length: 300 }, () => halfSent(signature(0))))
  // Those beyond the share of a network are refused, so the others have taken it by then.
  await Promise.any(all.map(async (socket) => expect(await statusOf(socket)).toBe('503')))
  const answers = await Promise.all([
    shop.get('/healthz'),
    shop.get('/readyz'),
    shop.get('/api/pay-config'),
    shop.post('/api/newsletter/ada@floods.example', { email: 'ada@floods.example' }),
    shop.post('/create-payment-intent', { price: 10 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401])
})
