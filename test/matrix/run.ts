import { Agent, request } from 'node:http'
import type { GuardedRoute } from '~/platform/http/policy.server.ts'
import type { Sent } from '../http.ts'
import { send } from '../http.ts'
import { isLongRun } from '../long-run.ts'
import type { watchWrites } from '../writes.ts'
import { badRequests } from './columns.ts'
import { credentialsFor, rightKey } from './credentials.ts'
import type { Example, ExampleRequest } from './examples.ts'
import type { World } from './world.ts'
import { anAddress } from './world.ts'

type Headers = Record<string, string>
type Writes = Awaited<ReturnType<typeof watchWrites>>
export type Matrix = { world: World; writes: Writes; cells: number; problems: string[] }

const callersAtOnce = 50
// A resting connection is let go before the server lets go of it: else both may act in the same moment.
const agent = new Agent({ keepAlive: true, maxSockets: callersAtOnce, timeout: 5000 })
const internals = /node_modules|\.ts:\d|\n\s+at |FST_|SQLITE_|ECONN|syntax error|select .* from/i

/** All cells of one route: who comes, what is wrong with the request, again, and many at once. */
export async function runRoute(matrix: Matrix, route: GuardedRoute, example: Example) {
  const { world } = matrix
  const { policy } = route
  const ok = example.ok ?? 200
  const ask = async () => (await example.ask?.(world)) ?? {}
  const cell = (
    name: string,
    expects: number,
    asked: ExampleRequest & { announced?: number },
    headers: Headers,
  ) => runCell(matrix, { route, example, name, expects, asked, headers })

  // What was refused is still as it was asked for; what was done is asked for again.
  let asked: ExampleRequest | undefined
  const fresh = async () => {
    asked ??= await ask()
    return asked
  }
  const done = (status: number) => {
    if (status < 400 && route.method !== 'GET') asked = undefined
  }
  for (const credential of credentialsFor(world, policy, example.expected?.['without a session'])) {
    const honest = await fresh()
    const expects =
      example.expected?.[credential.name] ?? (credential.expects === 'ok' ? ok : credential.expects)
    done(await cell(credential.name, expects, honest, await credential.headers(honest)))
  }
  // What is wrong with a request is found by one reader for all routes: `npm test` sends a sixth of it to each.
  const first = isLongRun ? 0 : world.next() % 6
  for (let column = first; ; column += isLongRun ? 1 : 6) {
    const badCell = badRequests(route, example, await fresh())[column]
    if (!badCell) break
    const expects = badCell.expects === 'ok' ? ok : badCell.expects
    done(await cell(badCell.column, expects, badCell.asked, await rightKey(world, policy, badCell.asked)))
  }

  const twice = await ask()
  const right = await rightKey(world, policy, twice)
  await cell('once', ok, twice, right)
  await cell('repeated', example.expected?.repeated ?? ok, twice, right)
  // Two thirds of all requests: `npm test` sends them only where so many at once have a rule of their own, and of those
  // that are limited by one function for all routes a third.
  const isLimited = (policy.perMinute ?? Infinity) < callersAtOnce
  if (isLongRun || example.atOnce || (isLimited && world.next() % 3 === 0))
    await runCrowd(matrix, route, example, await ask())
}

type Cell = {
  route: GuardedRoute
  example: Example
  name: string
  expects: number
  asked: ExampleRequest & { announced?: number }
  headers: Headers
}

/** The status must be the expected one; a refusal writes nothing and tells nothing of what is behind it. */
export async function runCell(matrix: Matrix, { route, example, name, expects, asked, headers }: Cell) {
  const { world } = matrix
  await takeWrites(matrix)
  const sent = {
    method: route.method,
    headers: { ...asked.headers, ...headers, 'x-forwarded-for': anAddress() },
  }
  const path = pathOf(route.path, asked)
  const answer =
    example.isEndless || asked.announced
      ? { status: await statusOf(world.shop.url, path, sent, asked), text: '' }
      : await send(world.shop.url, path, { ...sent, body: asked.body, agent })
  const written = await takeWrites(matrix)
  matrix.cells += 1
  const problem = (what: string) => matrix.problems.push(`${route.method} ${route.path}, ${name}: ${what}`)
  if (answer.status !== expects)
    problem(`${answer.status} instead of ${expects} ${answer.text.slice(0, 200)}`)
  const isRefused = answer.status >= 400
  if (isRefused && internals.test(answer.text)) problem(`tells ${answer.text}`)
  if (example.counts) delete written[example.counts]
  if ((isRefused || route.method === 'GET') && Object.keys(written).length > 0)
    problem(`answered ${answer.status} and wrote ${JSON.stringify(written)}`)
  if (isRefused && answer.text && !isExplained(answer.text)) problem(`says nothing: ${answer.text}`)
  return answer.status
}

/** Work in the background begins with a row that somebody has written: without one there is none to wait for. */
async function takeWrites({ world, writes }: Matrix) {
  const written = await writes.take()
  if (Object.keys(written).length === 0) return written
  await world.quiet()
  for (const [table, count] of Object.entries(await writes.take()))
    written[table] = (written[table] ?? 0) + count
  return written
}

/** In JSON for programs, on a page for people. */
const isExplained = (text: string) => /^\{.*"(message|error|left)"/s.test(text) || text.includes('</html>')

async function runCrowd(matrix: Matrix, route: GuardedRoute, example: Example, asked: ExampleRequest) {
  const { world } = matrix
  const { policy } = route
  const ok = example.ok ?? 200
  const headers = {
    ...asked.headers,
    ...(await rightKey(world, policy, asked)),
    'x-forwarded-for': anAddress(),
  }
  const path = pathOf(route.path, asked)
  const statuses = await Promise.all(
    Array.from({ length: callersAtOnce }, async () =>
      example.isEndless
        ? statusOf(world.shop.url, path, { method: route.method, headers }, asked)
        : (await send(world.shop.url, path, { method: route.method, headers, body: asked.body, agent }))
            .status,
    ),
  )
  matrix.cells += 1
  const counted: Record<number, number> = {}
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1
  const most = Math.min(callersAtOnce, policy.perMinute ?? callersAtOnce)
  const expected =
    example.atOnce ??
    (most < callersAtOnce ? { [ok]: most, 429: callersAtOnce - most } : { [ok]: callersAtOnce })
  const isRight =
    expected === 'limited'
      ? statuses.every((status) => status === ok || status === 429) && counted[429]! > 0
      : expected === 'one at a time'
        ? statuses.every((status) => status === ok || status === 409) && counted[ok]! > 0
        : expected === 'refused'
          ? statuses.every((status) => status >= 400 && status < 500)
          : JSON.stringify(counted) === JSON.stringify(expected)
  if (!isRight)
    matrix.problems.push(
      `${route.method} ${route.path}, fifty at once: ${JSON.stringify(counted)} instead of ${JSON.stringify(expected)}`,
    )
}

const pathOf = (path: string, { params = {}, query = '' }: ExampleRequest) =>
  path.replace(/:(\w+)|\*$/g, (found, name) => params[name ?? found] ?? '') + query

/** The status alone: of an answer that never ends, or of a body that is only announced. */
function statusOf(
  origin: string,
  path: string,
  { method, headers }: Sent,
  asked: ExampleRequest & { announced?: number },
) {
  const { hostname, port } = new URL(origin)
  const length = asked.announced ? { 'content-length': String(asked.announced) } : {}
  return new Promise<number>((done, fail) => {
    const sent = request({ hostname, port, path, method, agent: false, headers: { ...headers, ...length } })
    sent.on('response', (answer) => {
      done(answer.statusCode!)
      sent.destroy()
    })
    sent.on('error', fail)
    if (asked.announced) sent.write(String(asked.body))
    else sent.end()
  })
}
