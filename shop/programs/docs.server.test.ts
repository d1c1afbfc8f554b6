import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { days, hours } from '~/platform/time.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { afterThisFile } from '~/test/clean-up.ts'
import { aFolder, aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/programs.md'), 'utf8')

/** A program of the page, as somebody who has only that page would run it. */
function programOf(name: string) {
  const block = [...page.matchAll(/```js\n([\s\S]*?)```/g)].find(([, code]) =>
    code!.startsWith(`// ${name}:`),
  )
  const file = join(aFolder(), name)
  writeFileSync(file, block![1]!)
  return file
}

test('the script of the page sets and reads the stock with a token', async () => {
  const shop = await aShop({ DEMO: 'off' })
  const admin = await signedIn(shop, { email: 'admin@docs.example', admin: true })
  const part = await aProduct(shop, { availableQty: 3 })
  const endsOn = new Date(Date.now() + days(1)).toISOString().slice(0, 10)
  const { token } = (
    await shop.post('/api/manage/tokens', { name: 'ERP', role: 'admin', endsOn }, admin.headers)
  ).json()
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [programOf('stock.mjs'), part.id, ...given], {
      env: { SHOP_URL: shop.url, SHOP_TOKEN: token },
    })
  expect((await run()).stdout).toBe(`3 of ${part.name}\n`)
  expect((await run('12')).stdout).toBe(`12 of ${part.name}\n`)
  expect(await stockOf(shop, part.id)).toMatchObject({ left: 12 })
  await expect(run('-1')).rejects.toThrow(/invalid/)
})

test('the receiver of the page believes the shop and nobody else', async () => {
  const port = await aFreePort()
  const localWeb = { address: (ip: string) => ip === '127.0.0.1', port: () => true }
  const shop = await aShop({ DEMO: 'off' }, { reach: localWeb, everyMs: hours(1) })
  const admin = await signedIn(shop, { email: 'admin@docs.example', admin: true })
  const part = await aProduct(shop, { availableQty: 3 })
  const address = `http://127.0.0.1:${port}/`
  const { insertedId, secret } = (
    await shop.post('/api/manage/webhooks', { address, events: ['stock.changed'] }, admin.headers)
  ).json()
  const receiver = spawn(process.execPath, [programOf('receiver.mjs')], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  afterThisFile(() => receiver.kill())
  let heard = ''
  receiver.stdout.on('data', (text) => {
    heard += text
  })
  await once(receiver.stdout, 'data')
  const body = { availableQty: 12 }
  await shop.send(`/api/services/${part.id}`, { method: 'PUT', body, headers: admin.headers })
  await shop.webhookWorker.wake()
  const deliveries = async () => (await shop.get('/api/manage/deliveries', admin.headers)).json()
  expect(await deliveries()).toMatchObject([{ state: 'delivered', answer: 'Status 204' }])
  await expect.poll(() => heard).toContain('stock.changed {')
  expect(heard).toContain('"availableQty":12')
  const made = {
    headers: { 'webhook-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
    method: 'POST',
  }
  expect((await fetch(address, { ...made, body: '{}' })).status).toBe(400)
  // Another secret, of which this receiver knows nothing: with the one before it still believes.
  await shop.post(`/api/manage/webhooks/${insertedId}/secret`, undefined, admin.headers)
  await shop.post(`/api/manage/webhooks/${insertedId}/test`, undefined, admin.headers)
  await shop.webhookWorker.wake()
  expect(await deliveries()).toMatchObject([{ event: 'test', state: 'delivered' }, { state: 'delivered' }])
})

async function aFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
