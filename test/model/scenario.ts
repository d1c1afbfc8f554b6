import { Agent } from 'node:http'
import pg from 'pg'
import { hours, minutes } from '~/platform/time.ts'
import { readSecret } from '~/shop/identity/secret.server.ts'
import type { Fault, FaultPlan } from '~/stand-ins/payments/fault-plan.ts'
import { standInKeys } from '~/stand-ins/payments/keys.server.ts'
import { aProduct } from '../a-product.ts'
import type { Sent, TestResponse } from '../http.ts'
import { send } from '../http.ts'
import type { TestShop } from '../shop.ts'
import { aShop, onPostgres, testSettings } from '../shop.ts'
import { signedIn } from '../signed-in.ts'
import type { Tally } from './tally.ts'
import { recordTransitions } from './transitions.ts'

const adminCount = 3
const productCount = 6
/** In dollars, of purchases up to 100. */
export const deliveryFee = 4.9

export type Person = {
  id: string
  email: string
  headers: Record<string, string>
  /** As the shop has confirmed it. */
  isAdmin: boolean
  isGone: boolean
  /** From the moment it was requested: the response may come late or get lost. */
  mayBeAdmin: boolean
}
export type Ordered = {
  id: string
  /** Known once its first order was confirmed. */
  purchaseId: string
  by: Person
  secret?: string
  /** What the shop has confirmed about it. */
  confirmed: Set<'cancelled' | 'paid' | 'refunded'>
}
export type Product = { id: string; isGone: boolean }
export type Scenario = Awaited<ReturnType<typeof openScenario>>

/** A new shop with a few people, too little stock and a provider that fails; it can crash and be opened again. */
export async function openScenario(random: () => number, tally: Tally) {
  const settings = {
    ...(await testSettings('tables')),
    TRUST_PROXY: 'on',
    DEMO: 'off',
    DELIVERY_FEE: String(deliveryFee),
    UNPAID_ORDER_HOURS: '1',
    MOST_UNPAID_ORDERS: '12',
  }
  const clock = { aheadMs: 0 }
  const injection = { isOn: true }
  const outside = {
    faults: faultPlanOf(injection, random),
    retryPolicy: { timeoutMs: 300, retries: 0 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }
  const open = () => aShop(settings, { outside })
  let shop: TestShop = await open()
  let reopened: Promise<unknown> = Promise.resolve()
  await recordTransitions(shop)

  /** Includes those who were deleted. */
  const people: Person[] = []
  async function addPerson(admin = false) {
    const email = `${admin ? 'admin' : 'customer'}-${crypto.randomUUID()}@model.example`
    const { userId: id, headers } = await signedIn(shop, { email, admin })
    const person: Person = { id, email, headers, isAdmin: admin, mayBeAdmin: admin, isGone: false }
    people.push(person)
    return person
  }
  /** Tries again when the shop crashes meanwhile. */
  async function newPerson(): Promise<Person> {
    const opening = reopened
    await opening
    try {
      return await addPerson()
    } catch (error) {
      if (reopened === opening) throw error
      return newPerson()
    }
  }
  for (let n = 0; n < adminCount; n++) await addPerson(true)
  const products: Product[] = []
  for (let n = 0; n < productCount; n++)
    products.push({
      ...(await aProduct(shop, { availableQty: 40, priceCents: 500 + n * 250 })),
      isGone: false,
    })

  const agent = new Agent({ keepAlive: true })
  let callers = 0
  let operations = 0

  return {
    shop: () => shop,
    injection,
    people,
    newPerson,
    admins: () => people.filter((person) => person.isAdmin && !person.isGone),
    products,
    orders: [] as Ordered[],
    violations: [] as string[],
    tally,
    /** Orders whose response was lost: they may exist or not. */
    unanswered: { orders: 0 },
    crashes: 0,
    operations: () => operations,
    publishableKey: shop.payConfig.publishableKey,
    secretKey: standInKeys(await readSecret(shop.database, shop.config.dataDir)).secretKey,

    /** Undefined when the shop crashed before it responded. */
    async request(path: string, sent: Sent = {}): Promise<TestResponse | undefined> {
      await reopened
      operations += 1
      callers += 1
      // Each request from another address: rate limits are not tested here.
      const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
      const headers = { ...sent.headers, 'x-forwarded-for': address }
      try {
        return await send(shop.url, path, { ...sent, headers, agent })
      } catch {
        return undefined
      }
    },
    /** Cuts all connections, closes the database in the middle of its work, and opens a new server. */
    async crash() {
      const crashed = shop
      this.crashes += 1
      const restart = (async () => {
        crashed.app.server.closeAllConnections()
        const closed = crashed.database.close().catch(() => {})
        if (onPostgres) await cutConnections(settings)
        await closed
        void crashed.app.close().catch(() => {})
        shop = await open()
      })()
      reopened = restart
      await restart
    },
    async drain() {
      injection.isOn = false
      for (let round = 0; round < 5; round++) {
        await shop.standIn!.finishRefunds()
        // Longer than any interval at which the sweep checks refunds and the provider's lists.
        clock.aheadMs += round === 1 ? hours(25) : minutes(31)
        await shop.payments.sweep()
      }
      await shop.standIn!.webhooks.wake()
      await shop.mailWorker.wake()
    },
    async close() {
      agent.destroy()
      await shop.app.close()
    },
  }
}

/** As if the process were killed: no statement finishes, no transaction survives. */
async function cutConnections(settings: Record<string, string>) {
  const url = new URL(settings.DATABASE_URL!)
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    url.pathname.slice(1),
  ])
  await client.end()
}

const possibleFaults: Fault[] = [
  'breaks-before',
  'breaks-after',
  'error',
  'overload',
  'unauthorized',
  'hangs-before',
  'hangs-after',
]

/** Every twentieth call fails; a quarter of the webhooks is lost, another quarter is delivered twice. */
const faultPlanOf = (injection: { isOn: boolean }, random: () => number): FaultPlan => ({
  faultFor: () =>
    injection.isOn && random() < 0.05
      ? possibleFaults[Math.floor(random() * possibleFaults.length)]
      : undefined,
  copies: () => (injection.isOn ? [0, 1, 1, 2][Math.floor(random() * 4)]! : 1),
})
