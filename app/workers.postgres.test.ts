import { execFileSync } from 'node:child_process'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { launchBuilt, startBuilt } from '~/test/built.ts'
import { afterThisFile } from '~/test/clean-up.ts'
import type { Sent } from '~/test/http.ts'
import { send } from '~/test/http.ts'
import type { TestShop } from '~/test/shop.ts'
import { aFolder, aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

vi.setConfig({ testTimeout: 240_000 })

const metricsToken = 'a-token-of-the-operator-0123'

type Server = Awaited<ReturnType<typeof startBuilt>>

/** The shop of the test makes people and counts afterwards; it serves nobody. */
async function withWorkers(count: number) {
  const shop = await aShop({ DEMO: 'off' })
  const limits = { MOST_UNPAID_ORDERS: '0', MOST_UNPAID_PIECES: '0', MOST_UNPAID_TOTAL: '0' }
  const settings = {
    ...shop.settings,
    ...limits,
    DEMO: 'off',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: metricsToken,
    WORKERS: String(count),
  }
  const server = await startBuilt(settings)
  return { shop, server }
}

const order = (id: string, headers: Record<string, string>, key?: string): Sent => ({
  method: 'POST',
  body: { productId: id, quantity: 1, size: 'M', price: 25 },
  headers: { ...headers, ...(key && { 'idempotency-key': key }) },
})

/** Connections that are kept, by the worker that has taken them: its log says which request it answered. */
async function connectionsOf({ url, output }: Server, workers: number) {
  const byWorker = new Map<number, ReturnType<typeof connection>>()
  function connection() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    afterThisFile(() => agent.destroy())
    return (path: string, sent: Sent = {}) => send(url, path, { ...sent, agent })
  }
  for (let tries = 0; byWorker.size < workers; tries += 1) {
    expect(tries).toBeLessThan(200)
    const ask = connection()
    const id = (await ask('/healthz')).headers['x-request-id']
    const line = await vi.waitFor(() => {
      const found = output()
        .split('\n')
        .find((one) => one.includes(`"reqId":"${id}"`))
      expect(found).toBeDefined()
      return found!
    })
    byWorker.set(JSON.parse(line).worker, ask)
  }
  return [...byWorker.values()]
}

/** Of the processes that the primary has started. */
const workersOf = ({ child }: Server) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === child.pid)
    .map(([pid]) => pid!)

const log = (server: Server, message: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line))

const ended = 'a worker has ended and is started again'

async function close(server: Server) {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output().match(/Goodbye/g)).toHaveLength(1)
  expect(workersOf(server)).toEqual([])
}

/** What the card of the only part on a page says about its stock. */
const stockOn = (page: string) => />(\d+ left[^<]*)</.exec(page)?.[1]

test('what one worker has answered, the next page of another one shows: 480 orders, and none late', async () => {
  const { shop, server } = await withWorkers(3)
  const connections = await connectionsOf(server, 3)
  const { headers } = await signedIn(shop, { email: 'buyer@workers.example' })
  const late: string[] = []
  /** Several at once, so that the workers are busy with each other's changes. */
  async function buys(chain: number) {
    const tyre = await aProduct(shop, { availableQty: 1000 })
    const pages = [`/shop?q=${tyre.id}`, `/api/service/${tyre.id}`]
    const left = (path: string, text: string) =>
      path.startsWith('/api') ? `${JSON.parse(text).availableQty} left` : stockOn(text)
    for (let n = 0; n < 120; n += 1) {
      const at = (chain + n) % 3
      const path = pages[n % 2]!
      expect((await connections[at]!('/api/orders', order(tyre.id, headers))).status).toBe(200)
      const shown = await Promise.all(
        [1, 2].map(async (other) => left(path, (await connections[(at + other) % 3]!(path)).text)),
      )
      for (const one of shown)
        if (one !== `${999 - n} left`) late.push(`${path}: ${one} instead of ${999 - n}`)
    }
  }
  await Promise.all([0, 1, 2, 3].map(buys))
  expect(late).toEqual([])
  await close(server)
})

test('other changes are as true, an open page hears of them, and a limit is one for all workers', async () => {
  const { shop, server } = await withWorkers(2)
  const [one, other] = await connectionsOf(server, 2)
  const { headers } = await signedIn(shop, { email: 'admin@workers.example', admin: true })
  const tyre = await aProduct(shop, { availableQty: 5 })
  const page = `/shop?q=${tyre.id}`
  for (const ask of [one!, other!]) expect(stockOn((await ask(page)).text)).toBe('5 left')
  for (let n = 0; n < 20; n += 1) {
    const [here, there] = n % 2 ? [one!, other!] : [other!, one!]
    const { version } = (await here('/api/manage/business/shop', { headers })).json()
    const name = `Parts of round ${n}`
    const named = await here('/api/manage/business/shop', {
      method: 'PUT',
      headers,
      body: { values: { name }, version },
    })
    expect(named.status, named.text).toBe(200)
    expect((await there('/')).text).toContain(name)
    const set = await here(`/api/services/${tyre.id}`, {
      method: 'PUT',
      headers,
      body: { availableQty: n % 2 ? 0 : 7 },
    })
    expect(set.status, set.text).toBe(200)
    expect(stockOn((await there(page)).text)).toBe(n % 2 ? '0 left, out of stock' : '7 left')
  }
  const open = await fetch(`${server.url}/api/live`)
  const heard = open.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  const nextNotice = async () => {
    for (let text = ''; !text.includes('event: products'); ) text += (await heard.next()).value
  }
  for (const [n, ask] of [one!, other!].entries()) {
    const told = nextNotice()
    const path = `/api/services/${tyre.id}`
    expect((await ask(path, { method: 'PUT', headers, body: { availableQty: 20 + n } })).status).toBe(200)
    await told
  }
  await heard.return?.()
  // Of pages with a filter a network has 120 a minute rendered.
  const statuses = []
  for (let n = 0; n < 130; n += 1)
    statuses.push((await (n % 2 ? one! : other!)(`/shop?brand=none-${n}`)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.slice(120)).toEqual(Array(10).fill(429))
  await close(server)
})

describe('under load', () => {
  /** As a browser does: what got no answer is sent again with its key. */
  async function sells(
    server: Server,
    { id, headers }: { id: string; headers: Record<string, string> },
    isOver: () => boolean,
  ) {
    const told = { orders: [] as string[], failed: [] as string[] }
    const kept = new Agent({ keepAlive: true, maxSockets: 1 })
    afterThisFile(() => kept.destroy())
    async function ask(path: string, sent: Sent, n: number) {
      for (;;) {
        try {
          const answer = await send(server.url, path, { ...sent, ...(n % 2 && { agent: kept }) })
          if (answer.status === 200) return answer
          told.failed.push(`${path} ${answer.status} ${answer.text}`)
        } catch (error) {
          told.failed.push(`${path} ${(error as { code?: string }).code}`)
        }
        await sleep(20)
      }
    }
    for (let n = 0; !isOver(); n += 1) {
      const sold = await ask('/api/orders', order(id, headers, crypto.randomUUID()), n)
      told.orders.push(sold.json().insertedId)
      await ask('/', {}, n)
      await ask(`/api/service/${id}`, {}, n + 1)
    }
    return told
  }

  async function manySell(shop: TestShop, server: Server, until: () => Promise<void>) {
    const tyre = await aProduct(shop, { availableQty: 100_000 })
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signedIn(shop, { email: `buyer${n}@workers.example` })),
    )
    let isOver = false
    const selling = people.map(({ headers }) => sells(server, { id: tyre.id, headers }, () => isOver))
    await until()
    isOver = true
    const told = await Promise.all(selling)
    const rows = await shop.db.selectFrom('orders').select('id').where('product_id', '=', tyre.id).execute()
    const acknowledged = told.flatMap(({ orders }) => orders)
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
    expect((await stockOf(shop, tyre.id)).left).toBe(100_000 - rows.length)
    return told.flatMap(({ failed }) => failed)
  }

  test('a worker that is killed loses no order that was confirmed, and another one takes its place', async () => {
    const { shop, server } = await withWorkers(3)
    const failed = await manySell(shop, server, async () => {
      for (let round = 0; round < 3; round += 1) {
        await sleep(2000)
        const before = workersOf(server)
        expect(before).toHaveLength(3)
        process.kill(before[round]!, 'SIGKILL')
        await vi.waitFor(() => expect(log(server, ended)).toHaveLength(round + 1), { timeout: 20_000 })
        await vi.waitFor(() => expect(workersOf(server)).toHaveLength(3), { timeout: 60_000 })
      }
    })
    // Only those requests that it was answering: nobody is sent to a worker that is gone.
    expect(new Set(failed.map((line) => line.split(' ')[1]))).toEqual(new Set(['ECONNRESET']))
    expect(failed.length).toBeLessThan(3 * 12)
    await close(server)
  })

  test('SIGHUP restarts one after the other, and no request is refused or cut', async () => {
    const { shop, server } = await withWorkers(2)
    const before = workersOf(server)
    const failed = await manySell(shop, server, async () => {
      await sleep(1000)
      server.child.kill('SIGHUP')
      await vi.waitFor(() => expect(log(server, 'each worker was restarted')).toHaveLength(1), {
        timeout: 120_000,
      })
      await sleep(1000)
    })
    expect(failed).toEqual([])
    const after = workersOf(server)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    await close(server)
  })
})

test('the figures of all workers are on one page, each with its number, and those of the database once', async () => {
  const { server } = await withWorkers(2)
  const connections = await connectionsOf(server, 2)
  await connections[0]!('/api/service/nobody')
  for (const ask of connections) {
    const { status, text } = await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(status).toBe(200)
    const numbers = [...text.matchAll(/^car_parts_started_at_seconds\{worker="(\d)"\}/gm)].map(([, n]) => n)
    expect(numbers.sort()).toEqual(['1', '2'])
    const answers =
      /car_parts_answer_seconds_count\{method="GET",route="\/api\/service\/:id",status="404",worker="\d"\} 1\n/g
    expect(text.match(answers)).toHaveLength(1)
    expect(text.match(/^# TYPE car_parts_renders_total/gm)).toHaveLength(1)
    expect(text.match(/^car_parts_orders_today/gm)).toHaveLength(1)
  }
  await close(server)
})

test('one that cannot open is tried with growing pauses, and the others go on', async () => {
  const { shop, server } = await withWorkers(2)
  await sql`alter table receipt_counters rename to gone`.execute(shop.db)
  process.kill(workersOf(server)[0]!, 'SIGKILL')
  const pauses = await vi.waitFor(
    () => {
      const found = log(server, ended).map(({ pauseMs }) => pauseMs)
      expect(found.at(-1)).toBeGreaterThanOrEqual(2000)
      return found
    },
    { timeout: 60_000 },
  )
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect((await server.get('/')).status).toBe(200)
  await sql`alter table gone rename to receipt_counters`.execute(shop.db)
  await vi.waitFor(() => expect(workersOf(server)).toHaveLength(2), { timeout: 60_000 })
  await connectionsOf(server, 2)
  await close(server)
})

test('a shop that cannot open at all ends at once, with one sentence', async () => {
  const DATABASE_URL = 'postgres://shop:top-secret@127.0.0.1:1/shop'
  const { ended: end, output } = launchBuilt({ DATA_DIR: aFolder(), DATABASE_URL, WORKERS: '3' })
  expect(await end).toBe(1)
  expect(output()).toBe(
    'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1. Is it running, and is the port right?\n',
  )
})

test('on SQLite there is one, and the welcome says why', async () => {
  const server = await startBuilt({ DATA_DIR: aFolder(), DEMO: 'off', WORKERS: '4' })
  expect(server.output()).toContain(
    'Workers    1: SQLite in DATA_DIR belongs to one process; 4 need PostgreSQL, by DATABASE_URL\n',
  )
  expect(workersOf(server)).toEqual([])
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
