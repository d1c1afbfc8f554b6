import { openDatabase } from './generate-products.mjs'

const batch = 200

/**
 * So many users, orders, messages, newsletter addresses and audit entries, for a shop that has none of these yet.
 * @param {number} count @param {Record<string, string | undefined>} env
 */
export async function generateRecords(count, env) {
  const database = await openDatabase(env)
  await database.run('begin', [])
  for (const [table, record] of Object.entries(tables))
    for (let from = 0; from < count; from += batch) {
      const rows = Array.from({ length: Math.min(batch, count - from) }, (_, n) => record(from + n))
      const columns = Object.keys(rows[0] ?? {})
      const marks = rows.map(
        (_, r) => `(${columns.map((_, c) => database.mark(r * columns.length + c + 1)).join(', ')})`,
      )
      const values = rows.flatMap((row) => Object.values(row))
      await database.run(`insert into ${table} (${columns.join(', ')}) values ${marks.join(', ')}`, values)
    }
  await database.run('commit', [])
  await database.tidy()
  await database.close()
}

const number = (/** @type {number} */ n) => String(n).padStart(6, '0')
const at = (/** @type {number} */ n) =>
  new Date(Date.parse('2026-03-01T08:00:00.000Z') + n * 60_000).toISOString()
export const emailOf = (/** @type {number} */ n) => `person-${number(n)}@generated.example`
export const transactionOf = (/** @type {number} */ n) => `pi_generated${number(n)}`
const parts = [
  'Brake Disc',
  'Oil Filter',
  'Wheel Bearing',
  'Drive Belt',
  'Fuel Pump',
  'Clutch Kit',
  'Thermostat',
]

/** Varied, but the same at every run. @type {Record<string, (n: number) => Record<string, string | number | null>>} */
const tables = {
  users: (n) => ({
    id: `generated-${number(n)}`,
    email: emailOf(n),
    name: `Person ${number(n)}`,
    role: 'user',
    created_at: at(n),
  }),
  orders: (n) => {
    const isPaid = n % 3 === 0
    const part = `${parts[n % parts.length]} No. ${n % 500}`
    return {
      id: `generated-${number(n)}`,
      customer_id: `generated-${number(n)}`,
      email: emailOf(n),
      user_name: `Person ${number(n)}`,
      product_id: `generated-${number(n % 500)}`,
      product_name: part,
      image: '/products/brake-disc-1200.webp',
      unit_cents: 1000,
      price_cents: 2000,
      quantity: 2,
      size: 'M',
      state: isPaid ? 'paid' : 'unpaid',
      transaction_id: isPaid ? transactionOf(n) : null,
      paid_at: isPaid ? at(n + 5) : null,
      created_at: at(n),
      search_text: `${part} ${emailOf(n)} person ${number(n)}`.toLowerCase(),
    }
  },
  contact_messages: (n) => ({
    id: `generated-${number(n)}`,
    email: emailOf(n),
    message: `Does part ${n} fit a car of ${1990 + (n % 30)}? I have measured it twice and am still not sure.`,
    created_at: at(n),
    read_at: n % 4 ? at(n + 60) : null,
  }),
  newsletter_subscriptions: (n) => ({ email: emailOf(n), created_at: at(n) }),
  audit_entries: (n) => ({
    id: `generated-${number(n)}`,
    at: at(n),
    user_id: 'generated',
    email: 'admin@carparts.example',
    what: 'restocked',
    subject: `Part ${number(n)}`,
    details: JSON.stringify({ from: n % 50, to: (n % 50) + 10 }),
    search_text: `admin@carparts.example restocked part ${number(n)}`,
  }),
}
