import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, customer, fetchJson, signIn } from '../bench/sign-in.mjs'
import { percentile, send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const longestAnswerMs = 20_000

/** @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} ProviderFault */
/** @type {Record<string, ProviderFault>} */
const providerFaults = {
  'says nothing': () => {},
  'breaks off': (request) => request.socket.destroy(),
  'fails with 500': (_request, response) =>
    void response.writeHead(500).end('{"error":{"type":"api_error"}}'),
  'is too busy (429)': (_request, response) =>
    void response.writeHead(429).end('{"error":{"message":"slow down"}}'),
  'answers with a web page': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>'),
  'answers with the wrong types': (_request, response) =>
    void response
      .writeHead(200)
      .end('{"id":7,"amount":"much","status":["succeeded"],"__proto__":{"admin":true}}'),
  'answers with nothing': (_request, response) => void response.writeHead(200).end(),
  'answers with ten mebibytes': (_request, response) =>
    void response.writeHead(200).end(`{"id":"pi_${'x'.repeat(10 * 1024 * 1024)}"}`),
  'answers half': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"id":"pi_1"')
    setTimeout(() => response.destroy(), 200)
  },
}

const password = 'Faults1234'

/**
 * Beside the keys of a provider there is no demo, and its accounts are locked while their passwords are the known ones.
 * @param {string} folder
 */
async function setPasswords(folder) {
  const demo = await startShop({ DATA_DIR: folder })
  for (const { email } of [customer, admin]) {
    await send(demo.url, '/identity/request-password-reset', { method: 'POST', body: { email } })
    const token = await resetToken(folder, email)
    const reset = { method: 'POST', body: { token, newPassword: password } }
    const { status, text } = await send(demo.url, '/identity/reset-password', reset)
    if (status !== 200) throw new Error(`no new password for ${email}: ${status} ${text}`)
  }
  await demo.stop()
}

/** @param {string} folder @param {string} email @returns {Promise<string>} */
async function resetToken(folder, email) {
  const outbox = join(folder, 'outbox')
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(50)) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
    const mails = names.map((name) => readFileSync(join(outbox, name), 'utf8'))
    const mail = mails.find((text) => text.includes(`To: ${email}`) && text.includes('/new-password#'))
    const token = mail && /new-password#([\w-]+)/.exec(mail)?.[1]
    if (token) return token
  }
  throw new Error(`no mail to ${email}`)
}

export const provider = {
  name: 'provider',
  what: 'a payment provider that is slow, down or talks nonsense',
  async run() {
    /** @type {ProviderFault} */
    let respond = () => {}
    const server = createServer((request, response) => respond(request, response))
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
    }
    const folder = aFolder()
    await setPasswords(folder)
    const shop = await startShop(
      { DATA_DIR: folder, FALSE_PROVIDER_PORT: String(port), DEMO: 'off', ...keys },
      { inside: 'provider.mjs' },
    )
    try {
      const { authorization } = await signIn(shop.url, { ...customer, password })
      await signIn(shop.url, { ...admin, password })
      const [product] = await fetchJson(shop.url, 'GET', '/api/services')
      const price = Math.round(product.price * 100 * product.orderQty) / 100
      const input = { productId: product._id, quantity: product.orderQty, size: 'M', price }
      let slowestMs = 0
      /** @type {number[]} */
      const views = []
      /** @type {string[]} */
      const wrong = []
      for (const [what, faulty] of Object.entries(providerFaults)) {
        respond = faulty
        const { insertedId: orderId } = await fetchJson(shop.url, 'POST', '/api/orders', input, authorization)
        const paying = send(shop.url, '/create-payment-intent', {
          method: 'POST',
          body: { orderId, price },
          authorization,
        })
        for (let n = 0; n < 20; n += 1) views.push((await send(shop.url, '/shop')).ms)
        const { status, ms } = await paying
        slowestMs = Math.max(slowestMs, ms)
        if (status < 500 || status === 500) wrong.push(`${what}: ${status}`)
        const order = await fetchJson(shop.url, 'GET', `/api/order/${orderId}`, undefined, authorization)
        if (order.paid || order.transactionId) wrong.push(`${what}: the order counts as paid`)
      }
      const lives = shop.isAlive()
      return {
        figure:
          `${Object.keys(providerFaults).length} kinds, each answered with 502 or 503 after ${(slowestMs / 1000).toFixed(1)} s at most, ` +
          `no order paid; pages meanwhile ${percentile(views, 0.99).toFixed(0)} ms at the 99th percentile` +
          (wrong.length > 0 ? `; not as expected: ${wrong.join(', ')}` : ''),
        passed: lives && wrong.length === 0 && slowestMs < longestAnswerMs,
      }
    } finally {
      await shop.stop()
      server.closeAllConnections()
      server.close()
    }
  },
}
