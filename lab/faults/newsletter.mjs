import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { aMailServer } from '../../test/mail-server.mjs'
import { admin, signIn } from '../bench/sign-in.mjs'
import { freshPostgres } from './fresh-postgres.mjs'
import { percentile, send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

/** What a killed server had leased is nobody's for three minutes. */
const longestMs = 20 * 60_000
const noticeEveryMs = 500

export const newsletter = {
  name: 'newsletter',
  what: 'kill -9 of one of two servers that send a newsletter, PostgreSQL',
  async run(/** @type {number} */ share) {
    const postgres = await freshPostgres()
    try {
      return await sendToAll(postgres.url, {
        count: Math.ceil(10_000 * share),
        kills: Math.max(2, Math.round(5 * share)),
      })
    } finally {
      await postgres.stop()
    }
  },
}

/** @param {string} databaseUrl @param {{ count: number, kills: number }} how */
async function sendToAll(databaseUrl, { count, kills }) {
  /** @type {Map<string, number>} */
  const arrived = new Map()
  /** @type {Map<string, number>} */
  const notices = new Map()
  const server = await aMailServer(0, {
    onMail({ text }) {
      const [, id = ''] = /^Message-ID:\s+<(.*)>\r$/m.exec(text) ?? []
      if (id.startsWith('newsletter.')) arrived.set(id, (arrived.get(id) ?? 0) + 1)
      const [, notice] = /notice-(\d+)/.exec(text) ?? []
      if (notice && !notices.has(notice)) notices.set(notice, performance.now())
    },
  })
  const settings = {
    DATA_DIR: aFolder(),
    DATABASE_URL: databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    NEWSLETTER_PER_MINUTE: '100000',
    TRUST_PROXY: 'on',
  }
  /** @type {[import('./shop.mjs').Shop, import('./shop.mjs').Shop]} */
  const shops = [await startShop(settings), await startShop(settings)]
  await addReaders(databaseUrl, count)
  const { authorization } = await signIn(shops[0].url, admin)
  const manage = '/api/manage/newsletters'
  const call = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {unknown} */ body = undefined,
  ) => {
    const { status, text } = await send(shops[1].url, path, { method, body, authorization })
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const { insertedId: id } = await call('POST', manage, {
    subject: 'Winter check',
    markdown: 'It is **cold**.',
  })
  const { readers } = await call('GET', `${manage}/${id}`)
  await call('POST', `${manage}/${id}/send`, { version: 1, readers })

  let isSending = true
  const writing = writeNotices(
    () => shops[1].url,
    () => isSending,
  )
  for (let kill = 1; kill <= kills; kill += 1) {
    // At different places of the list, and only a server that is sending.
    while (arrived.size < (readers * kill) / (kills + 1)) await sleep(5)
    const victim = kill % 2 === 0 ? 0 : 1
    await shops[victim].kill()
    shops[victim] = await startShop(settings)
  }
  const deadline = Date.now() + longestMs
  let current = await call('GET', `${manage}/${id}`)
  while (current.state !== 'done' && Date.now() < deadline) {
    await sleep(1000)
    current = await call('GET', `${manage}/${id}`)
  }
  isSending = false
  const waits = (await writing).map(([notice, at]) => (notices.get(notice) ?? Number.POSITIVE_INFINITY) - at)
  for (const shop of shops) await shop.stop()
  await server.stop()
  const repeats = [...arrived.values()].reduce((sum, times) => sum + times - 1, 0)
  const missing = readers - arrived.size
  const slowest = Math.max(...waits)
  return {
    figure:
      `${readers} readers, ${kills} kills: ${missing} missing, ${repeats} repeated, ${current.failed} failed; ` +
      `of ${waits.length} other mails meanwhile the slowest took ${(slowest / 1000).toFixed(1)} s, ` +
      `99 % under ${(percentile(waits, 0.99) / 1000).toFixed(1)} s`,
    // One mail in flight for each worker that was killed.
    passed: current.state === 'done' && missing === 0 && repeats <= kills && current.sent === readers,
  }
}

/** @param {string} databaseUrl @param {number} count */
async function addReaders(databaseUrl, count) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into newsletter_subscriptions (id, email, created_at, confirmed_at)
     select md5(n::text), 'reader-' || n || '@lab.example', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
     from generate_series(1, $1::int) as n`,
    [count],
  )
  await client.end()
}

/**
 * Messages of visitors, of which the shop is mailed a notice: how long does one take beside a newsletter?
 * @param {() => string} url @param {() => boolean} isOn
 */
async function writeNotices(url, isOn) {
  /** @type {[string, number][]} */
  const written = []
  for (let n = 0; isOn(); n += 1) {
    const headers = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }
    const at = performance.now()
    const body = { email: 'visitor@lab.example', message: `This is notice-${n}` }
    const { status } = await send(url(), '/api/contact', { method: 'POST', body, headers })
    // What a killed server had not taken was not said to be sent.
    if (status === 200) written.push([String(n), at])
    await sleep(noticeEveryMs)
  }
  return written
}
