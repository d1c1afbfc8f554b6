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
import { aShop, dataOfItsOwn, onPostgres } from '../shop.ts'
import { signedIn } from '../signed-in.ts'
import { watchMoves } from './transitions.ts'

const admins = 3
const products = 6

export type Person = {
  id: string
  email: string
  headers: Record<string, string>
  /** As the shop has confirmed it; what is under way is neither. */
  isAdmin: boolean
  isGone: boolean
  /** From the moment on that somebody asked for it: the answer may come late or get lost. */
  mayBeAdmin: boolean
}
export type Ordered = {
  id: string
  by: Person
  secret?: string
  /** What the shop has promised about it. */
  promised: Set<'cancelled' | 'paid' | 'refunded'>
}
export type Product = { id: string; isGone: boolean }
export type Chapter = Awaited<ReturnType<typeof openChapter>>

/** A new shop with a few people and too few parts, in bad faults; it can die and be opened again. */
export async function openChapter(random: () => number) {
  const settings = {
    ...(await dataOfItsOwn()),
    TRUST_PROXY: 'on',
    DEMO: 'off',
    UNPAID_ORDER_HOURS: '1',
    MOST_UNPAID_ORDERS: '12',
  }
  const clock = { aheadMs: 0 }
  const storm = { isOn: true }
  const outside = {
    faults: weatherOf(storm, random),
    retryPolicy: { timeoutMs: 300, retries: 0 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }
  const open = () => aShop(settings, { outside })
  let shop: TestShop = await open()
  let reopened: Promise<unknown> = Promise.resolve()
  await watchMoves(shop)

  /** Everybody who was ever there. */
  const people: Person[] = []
  async function newcomer(admin = false) {
    const email = `${admin ? 'admin' : 'customer'}-${crypto.randomUUID()}@model.example`
    const { userId: id, headers } = await signedIn(shop, { email, admin })
    const person: Person = { id, email, headers, isAdmin: admin, mayBeAdmin: admin, isGone: false }
    people.push(person)
    return person
  }
  /** The shop may die while somebody comes in; then they come again. */
  async function arrival(): Promise<Person> {
    const opening = reopened
    await opening
    try {
      return await newcomer()
    } catch (error) {
      if (reopened === opening) throw error
      return arrival()
    }
  }
  for (let n = 0; n < admins; n++) await newcomer(true)
  const shelf: Product[] = []
  for (let n = 0; n < products; n++)
    shelf.push({ ...(await aProduct(shop, { availableQty: 40, priceCents: 500 + n * 250 })), isGone: false })

  const agent = new Agent({ keepAlive: true })
  let callers = 0
  let operations = 0

  return {
    shop: () => shop,
    storm,
    people,
    newcomer: arrival,
    admins: () => people.filter((person) => person.isAdmin && !person.isGone),
    shelf,
    orders: [] as Ordered[],
    violations: [] as string[],
    /** Orders that were sent and never answered: they may be there or not. */
    unanswered: { orders: 0 },
    crashes: 0,
    operations: () => operations,
    publishableKey: shop.payConfig.publishableKey,
    secretKey: standInKeys(await readSecret(shop.database, shop.config.dataDir)).secretKey,

    /** Undefined when the shop died before it answered. */
    async ask(path: string, sent: Sent = {}): Promise<TestResponse | undefined> {
      await reopened
      operations += 1
      callers += 1
      // Everybody from an address of their own: limits are not what is tried here.
      const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
      const headers = { ...sent.headers, 'x-forwarded-for': address }
      try {
        return await send(shop.url, path, { ...sent, headers, agent })
      } catch {
        return undefined
      }
    },
    /** All connections are cut, the database is gone in the middle of whatever it did, and a new server opens. */
    async crash() {
      const dying = shop
      this.crashes += 1
      const whole = (async () => {
        dying.app.server.closeAllConnections()
        const closed = dying.database.close().catch(() => {})
        if (onPostgres) await cutConnections(settings)
        await closed
        void dying.app.close().catch(() => {})
        shop = await open()
      })()
      reopened = whole
      await whole
    },
    async calmDown() {
      storm.isOn = false
      for (let round = 0; round < 5; round++) {
        await shop.standIn!.finishRefunds()
        // Longer than the provider's list of refunds is looked at again, and any of them.
        clock.aheadMs += round === 1 ? hours(25) : minutes(31)
        await shop.payments.sweep()
      }
      await shop.standIn!.webhooks.hurry()
      await shop.postman.hurry()
    },
    async close() {
      agent.destroy()
      await shop.app.close()
    },
  }
}

/** As when the process is killed: no statement of it is finished, no transaction of it survives. */
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

/** Every twentieth call meets fault; a quarter of the webhooks is lost, another quarter comes twice. */
const weatherOf = (storm: { isOn: boolean }, random: () => number): FaultPlan => ({
  faultFor: () =>
    storm.isOn && random() < 0.05 ? possibleFaults[Math.floor(random() * possibleFaults.length)] : undefined,
  copies: () => (storm.isOn ? [0, 1, 1, 2][Math.floor(random() * 4)]! : 1),
})
