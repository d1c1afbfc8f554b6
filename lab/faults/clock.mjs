import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, customer, fetchJson, signIn } from '../bench/sign-in.mjs'
import { send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const hours = (/** @type {number} */ count) => count * 3_600_000

export const clock = {
  name: 'clock',
  what: 'a clock that jumps two hours and eight days ahead and an hour back',
  async run() {
    const shop = await startShop({ DATA_DIR: aFolder(), UNPAID_ORDER_HOURS: '100' }, { inside: 'clock.mjs' })
    const jump = async (/** @type {number} */ offsetMs) => {
      shop.child.send({ offsetMs })
      await once(shop.child, 'message')
    }
    /** @type {string[]} */
    const wrong = []
    const expect = (/** @type {string} */ what, /** @type {boolean} */ held) => {
      if (!held) wrong.push(what)
    }
    const status = async (/** @type {string} */ authorization) =>
      (await send(shop.url, `/api/orders/${customer.email}`, { authorization })).status
    const stockOf = async (/** @type {string} */ id) =>
      (await fetchJson(shop.url, 'GET', `/api/service/${id}`)).availableQty

    const buyer = await signIn(shop.url, customer)
    const [product] = await fetchJson(shop.url, 'GET', '/api/services')
    const before = await stockOf(product._id)
    const price = Math.round(product.price * 100 * product.orderQty) / 100
    const input = { productId: product._id, quantity: product.orderQty, size: 'M', price }
    await fetchJson(shop.url, 'POST', '/api/orders', input, buyer.authorization)
    expect('an order takes its pieces', (await stockOf(product._id)) === before - product.orderQty)

    // An hour back: nobody is locked out, and nothing already begun is believed to be over.
    for (let n = 0; n < 12; n += 1)
      await send(shop.url, '/identity/sign-in/email', {
        method: 'POST',
        body: { ...admin, password: `Wrong${n}1` },
      })
    const refused = await send(shop.url, '/identity/sign-in/email', { method: 'POST', body: admin })
    expect('ten wrong passwords are enough', refused.status === 429)
    await jump(-hours(1))
    expect('a token from the future is a token', (await status(buyer.authorization)) === 200)
    const again = await send(shop.url, '/identity/sign-in/email', { method: 'POST', body: admin })
    expect('nobody is refused for longer because the clock went back', again.status === 200)

    await jump(hours(2))
    expect('a token ends after its hour', (await status(buyer.authorization)) === 401)
    const later = await signIn(shop.url, customer)
    expect('one can log in again', (await status(later.authorization)) === 200)

    await jump(hours(8 * 24))
    expect('a session ends after its week', (await status(later.authorization)) === 401)
    const deadline = Date.now() + 150_000
    while ((await stockOf(product._id)) !== before && Date.now() < deadline) await sleep(500)
    expect('an unpaid order ends and its pieces return', (await stockOf(product._id)) === before)

    await jump(0)
    const back = await signIn(shop.url, customer)
    expect('the shop sells after the clock is right again', (await status(back.authorization)) === 200)
    expect('the server lives', shop.isAlive())
    await shop.stop()
    return {
      figure: wrong.length === 0 ? '9 expectations, all held' : `not held: ${wrong.join('; ')}`,
      passed: wrong.length === 0,
    }
  },
}
