import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.mjs'
import { requireNode, say } from '../scripts/prepare.mjs'
import { median, quantile } from './bench/figures.mjs'
import { folder, startShop } from './bench/servers.mjs'
import { generateProducts, openDatabase } from './generate-products.mjs'

/**
 * A part with 10,000 reviews and 1,000 answered questions beside one of the same kind with 5 of each, asked in turn:
 * `node lab/many-reviews.mjs`, or on one engine: `node lab/many-reviews.mjs sqlite`. On a built shop. Wanted: within 1.3
 * times.
 */
requireNode()
const only = process.argv[2]
const parts = [
  { id: 'generated-000000', reviews: 5, questions: 5 },
  { id: 'generated-000001', reviews: 10_000, questions: 1_000 },
]
const rounds = 300

if (only !== 'postgres') await measure('SQLite', { DATA_DIR: join(folder, 'sqlite') })
const postgres = only === 'sqlite' ? undefined : await startPostgres()
if (postgres) {
  await measure('PostgreSQL', { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: postgres.url })
  await postgres.stop()
}
process.exit()

/** @param {string} engine @param {Record<string, string>} data */
async function measure(engine, data) {
  await (await startShop(data)).stop()
  const env = { DATABASE_URL: '', ...data }
  await generateProducts(parts.length, env)
  await fill(env)
  const shop = await startShop(data)
  say(`${engine}: ${rounds} rounds`)
  const paths = {
    'its page': (/** @type {string} */ id) => `/services/${id}`,
    'the part itself, as a card shows it': (/** @type {string} */ id) => `/api/service/${id}`,
    'reviews, newest first': (/** @type {string} */ id) => `/api/service/${id}/reviews?page=1&limit=10`,
    'reviews, most helpful first': (/** @type {string} */ id) =>
      `/api/service/${id}/reviews?page=1&limit=10&sort=helpful`,
    'answered questions': (/** @type {string} */ id) => `/api/service/${id}/questions?page=1`,
  }
  for (const [name, path] of Object.entries(paths)) {
    /** @type {number[][]} */
    const times = parts.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [n, { id }] of parts.entries()) times[n]?.push(await timeOf(shop.url + path(id)))
    const [few = [], many = []] = times.map((all) => all.slice(rounds / 10))
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(many, share) / quantile(few, share))
    console.log(
      `${engine}: ${name}: ${median(few).toFixed(1)} ms with few, ${median(many).toFixed(1)} ms with many, ` +
        `${p50?.toFixed(2)} times, slowest twentieth ${p95?.toFixed(2)} times`,
    )
  }
  await shop.stop()
}

/** @param {string} address */
async function timeOf(address) {
  const began = performance.now()
  const answer = await fetch(address)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return performance.now() - began
}

/** @param {Record<string, string>} env */
async function fill(env) {
  const database = await openDatabase(env)
  const numbered = (/** @type {number} */ count) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  // Nine days: text sorts as time does.
  const day = `'2026-01-0' || (1 + i % 9) || 'T00:00:00.000Z'`
  for (const { id, reviews, questions } of parts) {
    await database.run(
      `${numbered(reviews)} insert into reviews (id, review_text, rating, review_date, author_name, product_id,
        checked_at, helpful)
      select '${id}-' || i, 'It fits and holds, as number ' || i || ' of many says after a year on the road.', 1 + i % 5,
        ${day}, 'Somebody', '${id}', '2026-01-01', i % 40 from n`,
      [],
    )
    await database.run(
      `${numbered(questions)} insert into part_questions (id, product_id, asker_name, question, asked_at, answered_at)
      select '${id}-' || i, '${id}', 'Ada', 'Are the bolts in the box, for number ' || i || '?', ${day},
        ${day} from n`,
      [],
    )
    await database.run(
      `insert into part_answers (question_id, product_id, answer, answered_at, changed_at)
      select id, product_id, 'Yes, all of them.', answered_at, answered_at from part_questions
      where product_id = '${id}'`,
      [],
    )
  }
  await database.tidy()
  await database.close()
}
