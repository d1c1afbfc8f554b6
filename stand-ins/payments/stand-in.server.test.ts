import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createApp } from '~/platform/http/app.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { days, inSeconds } from '~/platform/time.ts'
import { afterThisFile } from '~/test/clean-up.ts'
import { openPaymentsHarness } from '~/test/payments-harness.ts'
import { testCards } from './cards.ts'
import { deleteOldObjects, openStandIn } from './stand-in.server.ts'

const harness = await openPaymentsHarness()
const { keys } = harness
const log = createLog('silent')
const stripe = new Stripe(keys.secretKey, {
  httpClient: Stripe.createFetchHttpClient(harness.standIn.fetch),
  maxNetworkRetries: 0,
})

const createIntent = (amount = 1999) => stripe.paymentIntents.create({ amount, currency: 'usd' })

/** As a browser does it: over HTTP, with a form and the publishable key. */
async function post(
  path: string,
  form: Record<string, string>,
  key = keys.publishableKey,
  more: Record<string, string> = {},
) {
  const response = await harness.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${key}`, ...more },
  })
  return { status: response.statusCode, body: response.json() }
}

const cardForm = (number: string) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
  'billing_details[name]': 'Ada',
})

async function payWith(number: string) {
  const intent = await createIntent()
  const client_secret = intent.client_secret!
  const { body: method } = await post('/v1/payment_methods', cardForm(number))
  const path = `/v1/payment_intents/${intent.id}`
  const confirmed = await post(`${path}/confirm`, { client_secret, payment_method: method.id })
  return { intent, path, client_secret, confirmed }
}

describe('test cards', () => {
  test.each(
    testCards.filter((card) => !card.declined && !card.asksForAuthentication).map((card) => card.number),
  )('%s pays', async (number) => {
    const { confirmed, intent } = await payWith(number)
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'succeeded', amount_received: 1999 } })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  test.each(
    testCards.flatMap(({ number, declined }) => (declined ? [[number, declined.message] as const] : [])),
  )('%s is refused: %s', async (number, message) => {
    const { confirmed, intent } = await payWith(number)
    expect(confirmed).toMatchObject({ status: 402, body: { error: { type: 'card_error', message } } })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  })

  test('3155 asks the bank: confirmed it pays, else another card may be tried', async () => {
    const { confirmed, path, client_secret } = await payWith('4000002500003155')
    expect(confirmed.body.status).toBe('requires_action')
    const failed = await post(`${path}/stand_in_authenticate`, { client_secret, result: 'fail' })
    expect(failed).toMatchObject({
      status: 402,
      body: { error: { code: 'payment_intent_authentication_failure' } },
    })
    await post(`${path}/confirm`, { client_secret, payment_method: 'pm_card_authenticationRequired' })
    const done = await post(`${path}/stand_in_authenticate`, { client_secret, result: 'complete' })
    expect(done.body.status).toBe('succeeded')
  })

  test('real or mistyped numbers, past dates and short codes are refused', async () => {
    const refused = async (changes: Record<string, string>) =>
      (await post('/v1/payment_methods', { ...cardForm('4242424242424242'), ...changes })).body.error.code
    expect(await refused({ 'card[number]': '4111111111111111' })).toBe('card_declined')
    expect(await refused({ 'card[number]': '4242424242424241' })).toBe('incorrect_number')
    expect(await refused({ 'card[exp_year]': '2020' })).toBe('invalid_expiry_year')
    expect(await refused({ 'card[exp_month]': '13' })).toBe('invalid_expiry_month')
    expect(await refused({ 'card[cvc]': '1' })).toBe('invalid_cvc')
  })

  test('no card number is stored anywhere', async () => {
    await payWith('4242424242424242')
    const rows = await harness.db.selectFrom('stand_in_objects').select('body').execute()
    for (const { number } of testCards) for (const { body } of rows) expect(body).not.toContain(number)
  })
})

describe('who may do what', () => {
  test('a browser sees only the payment whose client secret it has, and changes nothing else', async () => {
    const intent = await createIntent()
    const path = `/v1/payment_intents/${intent.id}`
    expect((await post(`${path}/confirm`, { payment_method: 'pm_card_visa' })).status).toBe(404)
    const foreign = { client_secret: (await createIntent()).client_secret!, payment_method: 'pm_card_visa' }
    expect((await post(`${path}/confirm`, foreign)).status).toBe(404)
    expect((await post('/v1/payment_intents', { amount: '100', currency: 'usd' })).status).toBe(403)
    expect((await post(`${path}/cancel`, {})).status).toBe(403)
    expect((await post('/v1/refunds', { payment_intent: intent.id })).status).toBe(403)
  })

  test('without a valid key every call is refused', async () => {
    expect((await post('/v1/payment_methods', cardForm('4242424242424242'), 'pk_test_x')).status).toBe(401)
    expect((await harness.app.inject('/v1/events')).statusCode).toBe(401)
  })
})

describe('what a buyer sends cannot harm the shop', () => {
  const buyerKey = (key: string) => ({ 'idempotency-key': key })

  test('an idempotency key of the shop gives a buyer nothing, and one used by a buyer is still free for the shop', async () => {
    const { intent } = await payWith('4242424242424242')
    const created = await stripe.paymentIntents.create(
      { amount: 700, currency: 'usd' },
      { idempotencyKey: 'of the shop' },
    )
    const form = { amount: '700', currency: 'usd' }
    const replay = await post('/v1/payment_intents', form, keys.publishableKey, buyerKey('of the shop'))
    expect(replay.status).toBe(403)
    expect(JSON.stringify(replay.body)).not.toContain(created.client_secret)
    const idempotencyKey = `shop:refund:${intent.id}:0`
    const taken = await post(
      '/v1/payment_methods',
      cardForm('4242424242424242'),
      keys.publishableKey,
      buyerKey(idempotencyKey),
    )
    expect(taken.status).toBe(200)
    const refund = await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey })
    expect(refund.status).toBe('succeeded')
  })

  test('metadata of the shop is never shown to a buyer', async () => {
    const params = { amount: 1999, currency: 'usd', metadata: { shop: 'secret-name' } }
    const { id, client_secret } = await stripe.paymentIntents.create(params)
    const path = `/v1/payment_intents/${id}`
    const form = { client_secret: client_secret! }
    const expand = '&expand[]=latest_charge'
    const look = async () =>
      (
        await harness.app.inject({
          url: `${path}?client_secret=${client_secret}${expand}`,
          headers: { authorization: `Bearer ${keys.publishableKey}` },
        })
      ).body
    const declined = await post(`${path}/confirm`, {
      ...form,
      payment_method: 'pm_card_visa_chargeDeclined',
    })
    expect(declined.body.error.payment_intent.id).toBe(id)
    const paid = await post(`${path}/confirm`, { ...form, payment_method: 'pm_card_visa' })
    const again = await post(`${path}/confirm`, { ...form, payment_method: 'pm_card_visa' })
    const seen = [declined.body, paid.body, again.body].map((body) => JSON.stringify(body))
    for (const text of [...seen, await look()]) expect(text).not.toContain('secret-name')
    expect((await stripe.paymentIntents.retrieve(id)).metadata).toEqual({ shop: 'secret-name' })
  })

  test('invalid input is refused: a foreign bearer token, NUL, an overlong key', async () => {
    const { id, client_secret } = await createIntent()
    const path = `/v1/payment_intents/${id}/confirm`
    const foreignKey = 'é'.repeat(keys.publishableKey.length)
    expect((await post(path, { client_secret: client_secret! }, foreignKey)).status).toBe(401)
    for (const payment_method of ['pm_\0', '\0'])
      expect((await post(path, { client_secret: client_secret!, payment_method })).status).toBe(400)
    expect((await post('/v1/payment_methods', { 'card[\0]': '1' })).status).toBe(400)
    const card = cardForm('4242424242424242')
    for (const length of [256, 9000])
      expect(
        (await post('/v1/payment_methods', card, keys.publishableKey, buyerKey('k'.repeat(length)))).status,
      ).toBe(400)
    const longest = buyerKey('k'.repeat(255))
    expect((await post('/v1/payment_methods', card, keys.publishableKey, longest)).status).toBe(200)
  })
})

describe('as with the real provider', () => {
  test('the same idempotency key gives the same response, and is refused with other parameters', async () => {
    const options = { idempotencyKey: 'a key' }
    const params = { amount: 700, currency: 'usd' }
    const first = await stripe.paymentIntents.create(params, options)
    const second = await stripe.paymentIntents.create(params, options)
    expect(second.id).toBe(first.id)
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    await expect(stripe.paymentIntents.create({ ...params, amount: 701 }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  test('the same key at the same moment makes one payment', async () => {
    const options = { idempotencyKey: 'another key' }
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        stripe.paymentIntents.create({ amount: 700, currency: 'usd' }, options),
      ),
    )
    expect(new Set(all.map((intent) => intent.id)).size).toBe(1)
  })

  test('invalid requests are refused and not stored under their key', async () => {
    const options = { idempotencyKey: 'a third key' }
    const create = (params: object) => stripe.paymentIntents.create(params as never, options)
    await expect(create({ amount: 49, currency: 'usd' })).rejects.toMatchObject({ code: 'amount_too_small' })
    await expect(create({ amount: 1.5, currency: 'usd' })).rejects.toMatchObject({ statusCode: 400 })
    await expect(create({ amount: 100 })).rejects.toMatchObject({ param: 'currency' })
    await expect(
      create({ amount: 100, currency: 'usd', payment_method_types: ['card'] }),
    ).rejects.toMatchObject({ code: 'payment_method_types_no_longer_supported' })
    expect((await create({ amount: 100, currency: 'usd' })).amount).toBe(100)
  })

  test('what is paid can be neither paid again nor cancelled, and refunded only once', async () => {
    const { intent, path, client_secret } = await payWith('4242424242424242')
    const again = await post(`${path}/confirm`, { client_secret, payment_method: 'pm_card_visa' })
    expect(again.body.error.payment_intent.status).toBe('succeeded')
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ amount: 1999, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  test('an inquiry leaves the money refundable, a dispute does not, and what was refunded is not disputed', async () => {
    const { standIn } = harness
    const inquired = async () => {
      const { intent } = await payWith('4242424242424242')
      await standIn.inquire(intent.id)
      return intent.id
    }
    const statusOf = async (payment_intent: string) =>
      (await stripe.disputes.list({ payment_intent })).data.map(({ status }) => status)
    const refunded = await inquired()
    expect(await statusOf(refunded)).toEqual(['warning_needs_response'])
    await stripe.refunds.create({ payment_intent: refunded })
    expect(await standIn.escalateInquiry(refunded)).toBe(false)
    expect(await standIn.closeInquiry(refunded)).toBe(true)
    expect(await statusOf(refunded)).toEqual(['warning_closed'])

    const disputed = await inquired()
    expect(await standIn.decideDispute(disputed, 'lost')).toBe(false)
    expect(await standIn.escalateInquiry(disputed)).toBe(true)
    expect(await statusOf(disputed)).toEqual(['needs_response'])
    await expect(stripe.refunds.create({ payment_intent: disputed })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    expect(await standIn.closeInquiry(disputed)).toBe(false)
  })

  test('a refund that comes back can be made again', async () => {
    const { intent } = await payWith('4242424242424242')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(await harness.standIn.bounceRefund(refund.id)).toBe(true)
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
    expect(await harness.standIn.bounceRefund(refund.id)).toBe(false)
    await stripe.refunds.create({ payment_intent: intent.id })
  })

  test('five confirmations at once charge once', async () => {
    const intent = await createIntent()
    const form = { client_secret: intent.client_secret!, payment_method: 'pm_card_visa' }
    const path = `/v1/payment_intents/${intent.id}/confirm`
    await Promise.all(Array.from({ length: 5 }, () => post(path, form)))
    const { charges } = await harness.totals()
    expect(charges.filter((charge) => charge.payment_intent === intent.id)).toHaveLength(1)
  })

  test('its list can be read page by page, newest first', async () => {
    for (let n = 0; n < 5; n++) await createIntent()
    const seen: string[] = []
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) seen.push(intent.id)
    const rows = await harness.db
      .selectFrom('stand_in_objects')
      .select('id')
      .where('kind', '=', 'payment_intent')
      .execute()
    expect(seen.length).toBe(rows.length)
    expect(new Set(seen).size).toBe(rows.length)
  })
})

test('its data survives a restart, and undelivered webhooks are sent after it', async () => {
  const before = await openPaymentsHarness()
  const reference = await before.dues.add('ada')
  const { clientSecret } = await before.payments.start({ id: 'ada' }, { reference })
  await before.standIn.webhooks.stop()
  const { id } = await before.pay(clientSecret)
  await before.close()
  const after = await openPaymentsHarness({ settings: before.settings })
  expect((await after.dues.get(reference)).state).toBe('unpaid')
  await after.deliverWebhooks()
  expect(await after.dues.get(reference)).toMatchObject({ state: 'paid', transaction_id: id })
  expect(after.keys).toEqual(before.keys)
})

test('after a month what is over is deleted, and what is paid or can be paid is not', async () => {
  const inAMonth = Math.floor(Date.now() / 1000) + inSeconds(days(31))
  const ids = async () =>
    (await harness.db.selectFrom('stand_in_objects').select('id').execute()).map((r) => r.id)
  const idempotencyKey = 'cancelled-long-ago'
  const over = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { idempotencyKey })
  await stripe.paymentIntents.cancel(over.id)
  const open = await createIntent()
  const { intent: paid, confirmed } = await payWith('4242424242424242')
  const { intent: asking } = await payWith('4000002500003155')
  const charge = confirmed.body.latest_charge
  await harness.deliverWebhooks()

  await deleteOldObjects(harness.db)
  expect(await ids()).toEqual(expect.arrayContaining([over.id, `key:${idempotencyKey}`]))
  await deleteOldObjects(harness.db, inAMonth)
  const left = await ids()
  expect(left).toEqual(expect.arrayContaining([open.id, paid.id, asking.id, charge]))
  expect(left).not.toContain(over.id)
  expect(left.filter((id) => /^(pm|evt)_|^key:/.test(id))).toEqual([])
  expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded')
  expect((await stripe.paymentIntents.cancel(open.id)).status).toBe('canceled')
})

test('a webhook that is left from before a crash waits until a slow start has added all routes', async () => {
  // The other one would take it.
  await harness.standIn.webhooks.stop()
  const app = createApp({ log, headers: {}, trustProxy: false, front: () => false })
  afterThisFile(() => app.close())
  const left = { id: 'evt_left', kind: 'event', created: 0, forget_at: null }
  const body = JSON.stringify({ type: 'left.over' })
  await harness.db
    .insertInto('stand_in_objects')
    .values({ ...left, body })
    .execute()
  const due_at = new Date().toISOString()
  await harness.db
    .insertInto('stand_in_webhooks')
    .values({ event_id: left.id, attempts: 0, due_at })
    .execute()
  const webhook = { path: '/left', events: ['left.over'] }
  const standIn = await openStandIn({ app, database: harness.database, log, keys, webhook })
  const sent = standIn.webhooks.wake()
  await Promise.race([sent, sleep(200)])
  const received: unknown[] = []
  app.post('/left', { config: { policy: { access: 'everyone', takes: 'json' } } }, async (request) => {
    received.push(request.body)
    return 'thanks'
  })
  await app.ready()
  await sent
  expect(received).toHaveLength(1)
  await standIn.stop()
})
