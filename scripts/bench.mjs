import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateProducts } from './generate-products.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root, say } from './prepare.mjs'

const rounds = 7
const secondsPerRound = 2
const manyProducts = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

requireNode()
await ensureInstalled()
await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'car-parts-bench-'))
/** @type {import('node:child_process').ChildProcess[]} */
const children = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const load = loadavg()[0]?.toFixed(1)
console.log(`Node ${process.versions.node}, ${cpus().length} cores, load ${load} before the first round\n`)
await keptAgainstBare()
await manyAgainstFew('SQLite', (name) => ({ DATA_DIR: join(folder, name) }))
await onPostgres()
process.exit(0)

/** Kept answers of the shop beside a server that does nothing but send the same bytes. */
async function keptAgainstBare() {
  const paths = ['/', '/shop', '/api/services']
  const shop = await startShop({ DATA_DIR: join(folder, 'kept') })
  for (const path of paths) await timeOf(shop.url, path)
  const bare = await started(
    [join(root, 'scripts/bare-server.mjs'), shop.url, ...paths],
    {},
    /Listening on (\d+)/,
  )
  say(`Requests per second, kept answers against bare node:http, ${rounds} rounds of ${secondsPerRound} s`)
  for (const path of paths) {
    for (const { url } of [shop, bare]) await requestsPerSecond(`${url}${path}`, 1)
    /** @type {{ shop: number, bare: number }[]} */
    const seen = []
    const before = { shop: shop.cpuSeconds(), bare: bare.cpuSeconds() }
    for (let round = 0; round < rounds; round += 1) {
      // Who goes first changes, so that neither always meets the warmer machine.
      const [first, second] = round % 2 ? [bare, shop] : [shop, bare]
      const one = await requestsPerSecond(`${first.url}${path}`, secondsPerRound)
      const two = await requestsPerSecond(`${second.url}${path}`, secondsPerRound)
      seen.push(round % 2 ? { shop: two, bare: one } : { shop: one, bare: two })
    }
    const ratios = seen.map(({ shop, bare }) => shop / bare)
    const cpuOfShop = (shop.cpuSeconds() - before.shop) / sum(seen.map((s) => s.shop))
    const cpuOfBare = (bare.cpuSeconds() - before.bare) / sum(seen.map((s) => s.bare))
    const [ours, theirs] = [median(seen.map((s) => s.shop)), median(seen.map((s) => s.bare))].map(Math.round)
    console.log(
      `  ${path.padEnd(14)} shop ${ours}/s, bare ${theirs}/s, ratio ${median(ratios).toFixed(2)} ` +
        `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}), ` +
        // What others do on the machine disturbs this figure least.
        `by processor time ${(cpuOfBare / cpuOfShop).toFixed(2)}`,
    )
  }
  await shop.stop()
  await bare.stop()
  console.log()
}

/**
 * The shop page with 10,000 products beside the one with 18.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 */
async function manyAgainstFew(engine, dataOf) {
  say(`The shop page on ${engine} with 18 and with ${manyProducts} products`)
  const few = await startShop(await dataOf('few'))
  const manyData = await dataOf('many')
  await (await startShop(manyData)).stop()
  await generateProducts(manyProducts, manyData)
  const many = await startShop(manyData)

  const cases = [
    { name: '/shop with 18', url: few.url, page: '1' },
    { name: `/shop with ${manyProducts}`, url: many.url, page: '1' },
    { name: `/shop?page=200 with ${manyProducts}`, url: many.url, page: '200' },
  ].map((one) => ({ ...one, made: /** @type {number[]} */ ([]), kept: /** @type {number[]} */ ([]) }))
  // Zeros before the number: an address that was never asked for, so the same page is made once more.
  for (let zeros = 1; zeros <= 70; zeros += 1)
    for (const one of cases)
      one.made.push(await timeOf(one.url, `/shop?page=${'0'.repeat(zeros)}${one.page}`))
  for (let round = 0; round < 400; round += 1)
    for (const one of cases) one.kept.push(await timeOf(one.url, `/shop?page=${one.page}`))

  const [base] = cases
  for (const one of cases) {
    const [made, kept] = [median(one.made.slice(30)), median(one.kept.slice(100))]
    const [madeBase, keptBase] = [median(base?.made.slice(30) ?? []), median(base?.kept.slice(100) ?? [])]
    console.log(
      `  ${one.name.padEnd(28)} made anew ${made.toFixed(2)} ms (x${(made / madeBase).toFixed(2)}), ` +
        `kept ${kept.toFixed(3)} ms (x${(kept / keptBase).toFixed(2)})`,
    )
  }
  await few.stop()
  await many.stop()
  console.log()
}

async function onPostgres() {
  const postgres = await startPostgres()
  if (!postgres) return console.log('No PostgreSQL here: the same on PostgreSQL was not measured.')
  const { default: pg } = await import('pg')
  await manyAgainstFew('PostgreSQL', async (name) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return {
      DATA_DIR: join(folder, `postgres-${name}`),
      DATABASE_URL: postgres.url.replace(/postgres$/, name),
    }
  })
  await postgres.stop()
}

/** @param {Record<string, string>} data */
function startShop(data) {
  const env = { DATABASE_URL: '', LOG_LEVEL: 'silent', PORT: '0', DEMO: 'on', NODE_ENV: '', ...data }
  return started([join(root, 'build/server/server.js')], env, /Shop +http:\/\/localhost:(\d+)/)
}

/**
 * @param {string[]} program @param {Record<string, string>} env @param {RegExp} announcement
 * @returns {Promise<{ url: string, stop(): Promise<void>, cpuSeconds(): number }>}
 */
function started(program, env, announcement) {
  const child = spawn(process.execPath, program, { env: { ...process.env, ...env } })
  children.push(child)
  const gone = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return new Promise((done, fail) => {
    let output = ''
    const read = (/** @type {Buffer} */ text) => {
      output += text
      const port = announcement.exec(output)?.[1]
      if (port) done({ url: `http://127.0.0.1:${port}`, stop, cpuSeconds: () => cpuSeconds(child.pid) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void gone.then(() => fail(new Error(`A server did not start:\n${output}`)))
  })
}

/** What a process has used of the processor; only Linux tells. @param {number | undefined} pid */
function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** From a process of its own, so that asking does not take time from answering. @param {string} url @param {number} seconds */
async function requestsPerSecond(url, seconds) {
  const program = join(root, 'node_modules/autocannon/autocannon.js')
  const given = [program, '-c', '32', '-d', String(seconds), '-H', 'accept-encoding=br', '--json', url]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const report = JSON.parse(Buffer.concat(await child.stdout.toArray()).toString())
  if (report.non2xx > 0 || report.errors > 0) throw new Error(`${url}: not every answer was a good one`)
  return report['2xx'] / report.duration
}

/** @param {string} url @param {string} path @returns {Promise<number>} milliseconds */
function timeOf(url, path) {
  const startedAt = performance.now()
  return new Promise((done, fail) => {
    get(`${url}${path}`, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().once('end', () => done(performance.now() - startedAt))
    }).on('error', fail)
  })
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
