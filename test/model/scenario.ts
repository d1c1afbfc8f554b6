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
import { saveCodes } from './codes.ts'
import { recordHistory } from './history.ts'
import { deliveryFor, tax } from './rates.ts'
import { watchRefusals } from './refusals.ts'
import type { Tally } from './tally.ts'

const adminCount = 3
/** Some parts cost nothing, and in some shops most cost so little that the tax of a piece is rounded away. */
const pricesInCents = [
  [0, 0, 1, 2, 500, 750, 3333, 6000],
  [0, 1, 1, 2, 2, 3, 4, 500],
]
/** For old parts: of some also where the part costs less, or nothing. */
const depositsInCents = [0, 0, 1, 450, 1999, 1999]
/** In dollars, of purchases up to 100. */
const deliveryFees = [4.9, 4.9, 0]
const taxRates = ['19', '5.5', '8.875', '0']
const weights = [undefined, 300, 1500, 4000]
const shipments = ['parcel', 'parcel', 'parcel', 'parcel', 'parcel', 'freight'] as const

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
  quantity: number
  by: Person
  secret?: string
  /** What the shop has confirmed about it. */
  confirmed: Set<'cancelled' | 'paid' | 'refunded'>
}
export type Product = {
  id: string
  isGone: boolean
  /** Costs nothing, or next to nothing. */
  isKept?: boolean
  grams: number | null
  ships: 'parcel' | 'freight'
}
export type Scenario = Awaited<ReturnType<typeof openScenario>>

type Options = {
  random: () => number
  tally: Tally
  /** Requests wait for each other, and nothing fails: what is refused must have written nothing. */
  isOneByOne?: boolean
  /** Nothing fails, and prices of delivery and taxes always go by places. */
  isAboutRates?: boolean
}

/** A new shop with a few people, too little stock and a provider that may fail; it can crash and be opened again. */
export async function openScenario({ random, tally, isOneByOne = false, isAboutRates = false }: Options) {
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const deliveryFee = oneOf(deliveryFees)
  const settings = {
    ...(await testSettings('tables')),
    TRUST_PROXY: 'on',
    DEMO: 'off',
    DELIVERY_FEE: String(deliveryFee),
    TAX_RATE: oneOf(taxRates),
    UNPAID_ORDER_HOURS: '1',
    MOST_UNPAID_ORDERS: '12',
    MOST_UNPAID_PIECES: '40',
    MOST_UNPAID_TOTAL: '1500',
  }
  const clock = { aheadMs: 0 }
  const injection = { isOn: !isOneByOne && !isAboutRates }
  const outside = {
    faults: faultPlanOf(injection, random),
    // Where nothing fails nothing may be late, however busy the machine is.
    retryPolicy: { timeoutMs: injection.isOn ? 150 : 30_000, retries: 0 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }
  const open = () => aShop(settings, { outside })
  let shop: TestShop = await open()
  let reopened: Promise<unknown> = Promise.resolve()
  let crashed = signal()
  await recordHistory(shop)

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
  for (const priceCents of oneOf(pricesInCents)) {
    const [grams, ships] = [oneOf(weights), oneOf(shipments)]
    // What costs a few cents with its deposit could not be paid alone.
    const depositCents = priceCents >= 500 || random() < 0.3 ? oneOf(depositsInCents) : 0
    const { id } = await aProduct(shop, { availableQty: 60, priceCents, depositCents, grams, ships })
    products.push({ id, isGone: false, isKept: priceCents < 50, grams: grams ?? null, ships })
  }
  // In the other shops the settings of the server count.
  const hasRates = random() < 0.6 || isAboutRates
  if (hasRates) await saveRates(shop, people[0]!, deliveryFor(490))

  await saveCodes(shop)

  // Some shops grant no right to withdraw.
  if (random() < 0.8) await grantWithdrawal(shop, people[0]!)

  const agent = new Agent({ keepAlive: true })
  let operations = 0
  const history: string[] = []
  const violations: string[] = []
  /** Waits until every webhook and mail that is due is sent. */
  async function settle() {
    await shop.standIn!.webhooks.wake()
    await shop.mailWorker.wake()
  }
  const report = (what: string) => void violations.push(what)
  const watched = isOneByOne ? await watchRefusals(shop, { settle, report }) : undefined

  return {
    shop: () => shop,
    deliveryFee,
    hasRates,
    /** What was done, to be read by people. */
    history,
    people,
    newPerson,
    admins: () => people.filter((person) => person.isAdmin && !person.isGone),
    products,
    orders: [] as Ordered[],
    /** Failed refunds that an admin has declared settled otherwise. */
    closedByHand: new Set<string>(),
    violations,
    tally,
    /** Orders whose response was lost: they may exist or not. */
    unanswered: { orders: 0 },
    crashes: 0,
    operations: () => operations,
    publishableKey: shop.payConfig.publishableKey,
    secretKey: standInKeys(await readSecret(shop.database, shop.config.dataDir)).secretKey,

    /** What is not a request: undefined when it failed, or the shop crashed meanwhile. */
    async inside<T>(work: (shop: TestShop) => Promise<T>): Promise<T | undefined> {
      await reopened
      return Promise.race([work(shop).catch(() => undefined), crashed.given.then(() => undefined)])
    },
    /** Undefined when the shop crashed before it responded. */
    async request(path: string, sent: Sent = {}): Promise<TestResponse | undefined> {
      await reopened
      operations += 1
      // Each request from another address: rate limits are not tested here.
      const address = `10.${(operations >> 16) & 255}.${(operations >> 8) & 255}.${operations & 255}`
      const headers = { ...sent.headers, 'x-forwarded-for': address }
      const exchange = () => send(shop.url, path, { ...sent, headers, agent }).catch(() => undefined)
      const what = `${sent.method ?? 'GET'} ${path} ${JSON.stringify(sent.body ?? '')}`
      // A declined card is written down by the provider.
      const isOurs = !path.startsWith('/v1/')
      const response = await (watched && isOurs ? watched(what, exchange) : exchange())
      if (watched && sent.method)
        history.push(`  ${what}: ${response?.status} ${response?.text.slice(0, 200)}`)
      return response
    },
    /** Cuts all connections, closes the database in the middle of its work, and opens a new server. */
    async crash() {
      const before = shop
      this.crashes += 1
      crashed.give()
      crashed = signal()
      const restart = (async () => {
        before.app.server.closeAllConnections()
        const closed = before.database.close().catch(() => {})
        if (onPostgres) await cutConnections(settings)
        await closed
        void before.app.close().catch(() => {})
        shop = await open()
      })()
      reopened = restart
      await restart
    },
    settle,
    /** Without faults, until nothing is left to be found or sent. */
    async drain() {
      injection.isOn = false
      for (let round = 0; round < 5; round++) {
        await shop.standIn!.finishRefunds()
        // Longer than any interval at which the sweep checks refunds and the provider's lists.
        clock.aheadMs += round === 1 ? hours(25) : minutes(31)
        await shop.payments.sweep()
      }
      await settle()
    },
    async close() {
      agent.destroy()
      await shop.app.close()
    },
  }
}

async function saveRates(shop: TestShop, { headers }: Person, delivery: object) {
  for (const [section, value] of Object.entries({ delivery, tax })) {
    const body = { version: 0, value }
    const saved = await shop.send(`/api/manage/rates/${section}`, { method: 'PUT', body, headers })
    if (saved.status !== 200) throw new Error(`the rates were not saved: ${saved.text}`)
  }
}

async function grantWithdrawal(shop: TestShop, { headers }: Person) {
  const body = { version: 0, values: { days: '14', places: 'everybody' } }
  const saved = await shop.send('/api/manage/business/returns', { method: 'PUT', body, headers })
  if (saved.status !== 200) throw new Error(`the right to withdraw was not granted: ${saved.text}`)
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((done) => {
    give = done
  })
  return { given, give }
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
