import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.mjs'
import { requireNode, say } from '../scripts/prepare.mjs'
import { generatedProduct } from '../test/generated-product.mjs'
import { quantile } from './bench/figures.mjs'
import { folder, startShop } from './bench/servers.mjs'
import { admin, fetchJson, signIn } from './bench/sign-in.mjs'
import { generateProducts, openDatabase } from './generate-products.mjs'

/**
 * An ACES file of so many applications, read by tables of the size that the licensed ones have, looked at and applied while a
 * visitor asks for `/shop`: `node lab/many-applications.mjs [ENGINE COUNT]`. On a built shop.
 */
requireNode()
const [engine = 'sqlite', count = '100000'] = process.argv.slice(2)
const applications = Number(count)
const perPart = 150
const [makes, modelsOfMake, firstYear, yearsOfModel] = [200, 30, 2000, 10]
const pieceCharacters = 500_000

const dataDir = join(folder, 'shop')
const postgres = engine === 'postgres' ? await startPostgres() : undefined
const data = { DATA_DIR: dataDir, DATABASE_URL: postgres?.url ?? '' }
await (await startShop(data)).stop()
const parts = Math.ceil(applications / perPart)
await generateProducts(parts, data)
await addCars()
writeTables()
const shop = await startShop(data)
const { authorization: token } = await signIn(shop.url, admin)
const visits = visit()
await sleep(10_000)
report('alone', 10)

let began = performance.now()
await fetchJson(shop.url, 'POST', '/api/manage/vehicle-tables', {}, token)
await until(async () => {
  const [tables] = await fetchJson(shop.url, 'GET', '/api/manage/vehicle-tables', undefined, token)
  return tables.state === 'current'
})
report('the tables are read', since(began))

const files = '/api/manage/applications'
const { insertedId } = await fetchJson(
  shop.url,
  'POST',
  files,
  { kind: 'aces', fileName: 'many.xml', supplier: 'Many', lines: applications },
  token,
)
const file = `${files}/${insertedId}`
const pieces = await sendFile()
visits.splice(0)
began = performance.now()
await become('reading', { pieces })
await untilState('checking')
report('read', since(began))
const looked = performance.now()
const { found, lines } = await untilState('checked')
report('looked at', since(looked))
say(
  `read and looked at in ${since(began).toFixed(0)} s: ${lines} lines, ${found.used} used, ${found.open} open`,
)
began = performance.now()
await become('applying')
const { added } = await untilState('done')
report(`applied, ${added} lines of lists,`, since(began))
await shop.stop()
await postgres?.stop()
process.exit()

/** @param {number} from */
function since(from) {
  return (performance.now() - from) / 1000
}

/** @param {string} what @param {number} seconds */
function report(what, seconds) {
  const p95 = quantile(visits, 0.95).toFixed(1)
  console.log(
    `${engine}, ${applications}: ${what} in ${seconds.toFixed(1)} s; /shop p95 ${p95} ms of ${visits.length}; at most ${peak()} MB`,
  )
  visits.splice(0)
}

/** What `/shop` takes for somebody who asks for it ten times a second. */
function visit() {
  /** @type {number[]} */
  const times = []
  setInterval(async () => {
    const from = performance.now()
    const answer = await fetch(`${shop.url}/shop`).catch(() => undefined)
    await answer?.text()
    times.push(performance.now() - from)
  }, 100)
  return times
}

/** @type {number} */
var most
function peak() {
  most ??= 0
  most = Math.max(most, shop.memoryMb())
  return most
}

/** @param {() => Promise<boolean>} isThere */
async function until(isThere) {
  while (!(await isThere())) {
    peak()
    await sleep(250)
  }
}

/** @param {string} state @param {object} [more] */
function become(state, more = {}) {
  return fetchJson(shop.url, 'PUT', `${file}/state`, { state, ...more }, token)
}

/** @param {string} state @returns {Promise<any>} */
async function untilState(state) {
  let seen
  await until(async () => {
    seen = await fetchJson(shop.url, 'GET', file, undefined, token)
    if (seen.found?.broken || seen.state === 'failed') throw new Error(JSON.stringify(seen))
    return seen.state === state || (state === 'checking' && seen.state === 'checked')
  })
  return seen
}

/** As the page sends it. */
async function sendFile() {
  let [text, nth] = ['<?xml version="1.0" encoding="UTF-8"?><ACES version="4.2"><Header/>', 0]
  for (let n = 0; n < applications; n += 1) {
    text += `${application(n)}\n`
    if (text.length < pieceCharacters - 2000) continue
    await fetchJson(shop.url, 'PUT', `${file}/pieces/${nth}`, { text }, token)
    ;[text, nth] = ['', nth + 1]
  }
  text += `<Footer><RecordCount>${applications}</RecordCount></Footer></ACES>`
  await fetchJson(shop.url, 'PUT', `${file}/pieces/${nth}`, { text }, token)
  return nth + 1
}

/** Varied, but the same at every run. @param {number} n */
function application(n) {
  const part = Math.floor(n / perPart)
  const [, number] = /^Own: (.+)$/m.exec(generatedProduct(part).numbers) ?? []
  const spread = (n * 7919) % (makes * modelsOfMake)
  const model = modelId(1 + Math.floor(spread / modelsOfMake), 1 + (spread % modelsOfMake))
  const says = [
    `<BaseVehicle id="${model * 100 + (n % yearsOfModel)}"/>`,
    n % 5 < 1 ? `<SubModel id="${1 + (n % 300)}"/>` : '',
    n % 5 < 3 ? `<EngineBase id="${1 + (model % 5) + (n % 2) * 5}"/>` : '',
    n % 10 < 1 ? `<Note>Note ${n % 80}</Note>` : '',
  ]
  return `<App action="A" id="${n}">${says.join('')}<Qty>2</Qty><PartType id="9"/><Position id="${n % 3 < 1 ? 30 : 22}"/><Part>${number}</Part></App>`
}

/** @param {number} make @param {number} model */
function modelId(make, model) {
  return make * 100 + model
}

function engines() {
  return Array.from({ length: 10 }, (_, n) => ({
    id: n + 1,
    litres: (1.4 + n * 0.3).toFixed(1),
    cylinders: n < 5 ? 4 : 6,
  }))
}

function* models() {
  for (let make = 1; make <= makes; make += 1)
    for (let model = 1; model <= modelsOfMake; model += 1) yield { make, model: modelId(make, model) }
}

/** As many model years and engines as the licensed tables have, with nothing of theirs. */
function writeTables() {
  const to = join(dataDir, 'vcdb')
  mkdirSync(to, { recursive: true })
  const write = (/** @type {string} */ name, /** @type {string} */ head, /** @type {string[]} */ rows) =>
    writeFileSync(join(to, `20260430_${name}.txt`), `${head}\r\n${rows.join('\r\n')}\r\n`)
  const list = (/** @type {number} */ length, /** @type {(n: number) => string} */ row) =>
    Array.from({ length }, (_, n) => row(n + 1))
  const all = [...models()]
  const years = all.flatMap(({ make, model }) =>
    list(yearsOfModel, (n) => `${model * 100 + n - 1}|${firstYear + n - 1}|${make}|${model}`),
  )
  const links = years.flatMap((row, n) => {
    const model = Number(row.split('|')[3])
    return list(4, (k) => `${n * 4 + k}|${n * 4 + k}|${1 + (model % 5) + (k % 2) * 5}`)
  })
  write(
    'Make',
    'MakeID|MakeName',
    list(makes, (n) => `${n}|Make ${n}`),
  )
  write(
    'Model',
    'ModelID|ModelName',
    all.map(({ model }) => `${model}|Model ${model}`),
  )
  write('BaseVehicle', 'BaseVehicleID|YearID|MakeID|ModelID', years)
  const vehicles = years.flatMap((row, n) => list(4, (k) => `${n * 4 + k}|${row.split('|')[0]}|4`))
  write('Vehicle', 'VehicleID|BaseVehicleID|PublicationStageID', vehicles)
  write(
    'EngineBase',
    'EngineBaseID|Liter|BlockType|Cylinders',
    engines().map(({ id, litres, cylinders }) => `${id}|${litres}|V|${cylinders}`),
  )
  write(
    'EngineConfig',
    'EngineConfigID|EngineBaseID',
    list(10, (n) => `${n}|${n}`),
  )
  write('VehicleToEngineConfig', 'VehicleToEngineConfigID|VehicleID|EngineConfigID', links)
  write(
    'SubModel',
    'SubModelID|SubModelName',
    list(3000, (n) => `${n}|Sub ${n}`),
  )
  write('Position', 'PositionID|Position', ['22|Front', '30|Rear'])
}

/** Two of each model, by engine. */
async function addCars() {
  const database = await openDatabase(data)
  const rows = [...models()].flatMap(({ make, model }) =>
    [0, 5].map((more) => {
      const { litres = '', cylinders = 0 } = engines()[(model % 5) + more] ?? {}
      const names = [`Make ${make}`, `make ${make}`, `Model ${model}`, `model ${model}`]
      const built = [`${firstYear - 1}-01`, `${firstYear + yearsOfModel}-12`]
      const car = [`many-${model}-${more}`, ...names, '', '', `${litres} V${cylinders}`, '', '', litres]
      return [...car, ...built, ` ${names.join(' ')}`.toLowerCase(), '2026-01-01T00:00:00.000Z']
    }),
  )
  await database.run('begin', [])
  for (let n = 0; n < rows.length; n += 500) {
    const some = rows.slice(n, n + 500)
    const marks = some.map(
      (row, r) => `(${row.map((_, c) => database.mark(r * row.length + c + 1)).join(', ')})`,
    )
    await database.run(
      `insert into vehicles (id, make, make_key, model, model_key, generation, body, engine, engine_code, fuel, litres,
        built_from, built_to, search_text, changed_at) values ${marks.join(', ')}`,
      some.flat(),
    )
  }
  await database.run('commit', [])
  await database.tidy()
  await database.close()
}
