import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/prepare.mjs'
import { generatedProduct } from '../../test/generated-product.mjs'
import { generateProducts, openDatabase } from '../generate-products.mjs'
import { median, quantile } from './figures.mjs'
import { timeOf } from './load.mjs'
import { folder, startShop } from './servers.mjs'
import { admin, fetchJson, signIn } from './sign-in.mjs'

const products = 100_000
const carsOfPart = 10
const cars = 1000
/** Every tenth part names it. */
const popular = carId(0)
const firstSlow = 20
const times = 120
const changes = 12
const cardsOfPage = 24

/**
 * Marks and lists of a car in a hundred thousand parts with a million lines; the same shop without a car beside one that
 * has no vehicles at all; and how long the command takes that imports them.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 */
export async function fitments(engine, dataOf) {
  const [data, plain] = [await dataOf('fitments'), await dataOf('without_cars')]
  for (const each of [data, plain]) {
    await (await startShop(each)).stop()
    await generateProducts(products, each)
  }
  await sayListed(data)
  const importSeconds = await importAll(data)
  const load = loadavg()[0]?.toFixed(1)
  const [shop, other] = [await startShop(data), await startShop(plain)]
  const { authorization } = await signIn(shop.url, admin)
  for (const { url } of [shop, other]) await timeOf(`${url}/api/services?q=warm`)
  const rows = [
    ['marks of 24 cards', ...figures(await steadily((n) => timeOf(shop.url + marksAt(n))))],
    [
      'first page of a car with 10,000 parts',
      ...figures(await steadily((n) => timeOf(shop.url + listAt(n)))),
    ],
    ['the same, right after a line was changed', ...figures(await afterChanges(shop.url, authorization))],
    ['first page of Doubtful fits', ...figures(await doubtful(shop.url, authorization))],
  ]
  const [withCars = [], without = []] = await side(
    [shop.url, other.url],
    (n) => `/shop?priceFrom=${(n / 100).toFixed(2)}`,
  )
  rows.push(
    ['/shop without a car, in this shop', ...figures(withCars)],
    ['/shop in a shop without vehicles', ...figures(without)],
  )
  await Promise.all([shop.stop(), other.stop()])
  const ratio = (median(withCars) / median(without)).toFixed(2)
  const lines = (products * carsOfPart).toLocaleString('en-US')
  return {
    title: `Parts for a car on ${engine}`,
    note:
      `Milliseconds until the last byte at one visitor, none of it cached: ${products.toLocaleString('en-US')} parts with ` +
      `${lines} lines for ${cars.toLocaleString('en-US')} cars. /shop without a car takes ${ratio} times as long as in a ` +
      `shop without vehicles. The command imported all lines in ${importSeconds} s. Load before the first request: ${load}.`,
    head: ['what', 'median', 'slowest twentieth'],
    rows,
  }
}

/** @param {number[]} took */
const figures = (took) => [median(took).toFixed(1), quantile(took, 0.95).toFixed(1)]

/** @param {(n: number) => Promise<number>} ask */
async function steadily(ask) {
  const took = []
  for (let n = 1; n <= times; n += 1) took.push(await ask(n))
  return took.slice(firstSlow)
}

/** In turn, so that both have the same machine. @param {string[]} urls @param {(n: number) => string} pathAt */
async function side(urls, pathAt) {
  /** @type {number[][]} */
  const took = urls.map(() => [])
  for (let n = 1; n <= times; n += 1)
    for (const [which, url] of urls.entries()) took[which]?.push(await timeOf(url + pathAt(n)))
  return took.map((each) => each.slice(firstSlow))
}

/** @param {string} url @param {string} authorization */
async function afterChanges(url, authorization) {
  const took = []
  for (let n = 1; n <= changes; n += 1) {
    const part = `/api/manage/services/${partId(n)}/fitments`
    await fetchJson(
      url,
      'POST',
      part,
      { vehicleId: popular, quantity: 1, remark: `change ${n}`, position: 'upper' },
      authorization,
    )
    took.push(await timeOf(url + listAt(times + n)))
  }
  return took
}

/** @param {string} url @param {string} authorization */
async function doubtful(url, authorization) {
  const took = []
  for (let n = 1; n <= changes; n += 1) {
    const from = performance.now()
    await fetchJson(url, 'GET', `/api/manage/doubtful-fits?limit=${8 + n}`, undefined, authorization)
    took.push(performance.now() - from)
  }
  return took
}

/** @param {number} n */
const partId = (n) => generatedProduct(n).id
/** @param {number} n */
function carId(n) {
  return `example-model-${String(n).padStart(4, '0')}`
}

/** @param {number} n */
const marksAt = (n) => {
  const parts = Array.from({ length: cardsOfPage }, (_, k) => partId((n * 797 + k * 5) % products))
  return `/api/fit?car=${popular}&facts=&parts=${parts.join(',')}`
}
/** No two alike, so that no answer is cached. @param {number} n */
const listAt = (n) => `/api/services?car=${popular}&page=1&limit=24&priceFrom=${(n / 100).toFixed(2)}`

/** Every second list is said to be complete. @param {Record<string, string>} data */
async function sayListed(data) {
  const database = await openDatabase(data)
  await database.run("update products set fit_kind = 'listed' where id like 'generated-%'", [])
  await database.run("update products set fit_kind = 'listed-all' where id like 'generated-%0'", [])
  await database.close()
}

/** With the commands, as an operator does it. @param {Record<string, string>} data */
async function importAll(data) {
  const carsFile = join(folder, 'vehicles.csv')
  const head = 'id,make,model,generation,engine,builtFrom'
  const lines = Array.from({ length: cars }, (_, n) => `${carId(n)},Example,Model ${n % 50},${n},2.0,2005-01`)
  writeFileSync(carsFile, [head, ...lines].join('\n'))
  await run('vehicles', carsFile, data)
  const file = join(folder, 'fitments.csv')
  const out = createWriteStream(file)
  out.write('product,vehicle,quantity\n')
  for (let n = 0; n < products; n += 1) {
    const of = new Set(n % 10 === 0 ? [0] : [])
    for (let k = 0; of.size < carsOfPart; k += 1) of.add(1 + ((n * 7 + k * 131) % (cars - 1)))
    const text = [...of].map((car) => `${partId(n)},${carId(car)},1\n`).join('')
    if (!out.write(text)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  const from = performance.now()
  await run('fitments', file, data)
  rmSync(file)
  return Math.round((performance.now() - from) / 1000)
}

/** @param {string} table @param {string} file @param {Record<string, string>} data */
async function run(table, file, data) {
  const env = { ...process.env, DATABASE_URL: '', DEMO: 'on', NODE_ENV: '', ...data }
  const program = [join(root, 'build/server/import-csv.js'), table, file]
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The import of ${table} ended with ${code}.`)
}
