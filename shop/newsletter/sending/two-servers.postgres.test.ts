import { expect, test, vi } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aMailServer } from '~/test/mail-server.mjs'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const readers = 120
/** No server begins by itself. */
const byHand = { everyMs: hours(1) }

const idsOf = (mails: { text: string }[]) =>
  mails.map(({ text }) => /^Message-ID:\s+(<.*>)\r$/m.exec(text)![1]!)

async function subscribed(shop: TestShop) {
  const at = new Date(Date.now() - 1000).toISOString()
  const rows = Array.from({ length: readers }, (_, n) => ({
    id: `reader-${n}`,
    email: `reader-${n}@two.example`,
    created_at: at,
    confirmed_at: at,
  }))
  await shop.db.insertInto('newsletter_subscriptions').values(rows).execute()
}

test('a server that dies in the middle leaves nobody out, and repeats one mail at most', async () => {
  let onMail = async () => {}
  let died = () => {}
  const isDead = new Promise<void>((done) => {
    died = done
  })
  const server = await aMailServer(0, { onMail: () => onMail() })
  const settings = {
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    NEWSLETTER_PER_MINUTE: '100000',
  }
  const first = await aShop(settings, byHand)
  const second = await aShop({ ...first.settings, ...settings }, byHand)
  const { headers } = await signedIn(second, { email: 'editor@two.example', role: 'editor' })
  await subscribed(second)
  const manage = '/api/manage/newsletters'
  const text = { subject: 'Winter check', markdown: 'It is cold.' }
  const { insertedId: id } = (await second.post(manage, text, headers)).json()
  onMail = async () => {
    // Its database is gone before it can tick off the mail that it has just handed over.
    if (server.mails.length !== 30) return
    onMail = async () => {}
    await first.database.close()
    died()
  }
  // The one that will die begins alone, so that it surely is in the middle.
  await first.post(`${manage}/${id}/send`, { version: 1, readers }, headers)
  await isDead
  const read = async () => (await second.get(`${manage}/${id}`, headers)).json()
  const waiting = async () => (await read()).waiting as number
  expect(await waiting()).toBeGreaterThan(80)
  await second.newsletterWorker.wake()
  // What the dead one had leased is nobody's until the lease ends.
  expect(await waiting()).toBeGreaterThan(0)
  expect(await waiting()).toBeLessThanOrEqual(20)
  const due_at = new Date().toISOString()
  await second.db.updateTable('newsletter_sends').set({ due_at }).where('state', '=', 'queued').execute()
  await second.newsletterWorker.wake()
  expect(await read()).toMatchObject({ state: 'done', recipients: readers, sent: readers, failed: 0 })
  const ids = idsOf(server.mails)
  expect(new Set(ids).size).toBe(readers)
  expect(ids).toHaveLength(readers + 1)
  await server.stop()
}, 180_000)

test('two servers share the work, and nobody gets it twice', async () => {
  const server = await aMailServer()
  const settings = {
    DEMO: 'off',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    NEWSLETTER_PER_MINUTE: '100000',
  }
  const shop = await aShop(settings)
  const second = await aShop({ ...shop.settings, ...settings })
  const { headers } = await signedIn(shop, { email: 'editor@two.example', role: 'editor' })
  await subscribed(shop)
  const manage = '/api/manage/newsletters'
  const text = { subject: 'Winter check', markdown: 'It is cold.' }
  const { insertedId: id } = (await shop.post(manage, text, headers)).json()
  await shop.post(`${manage}/${id}/send`, { version: 1, readers }, headers)
  const wakeAll = () => Promise.all([shop, second].map(({ newsletterWorker }) => newsletterWorker.wake()))
  await vi.waitFor(
    async () => {
      await wakeAll()
      expect((await shop.get(`${manage}/${id}`, headers)).json()).toMatchObject({
        state: 'done',
        sent: readers,
      })
    },
    { timeout: 120_000 },
  )
  expect(new Set(idsOf(server.mails)).size).toBe(readers)
  expect(server.mails).toHaveLength(readers)
  await server.stop()
}, 180_000)
