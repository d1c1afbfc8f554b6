import { expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { sendLongFile } from '~/test/a-long-file.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const byHand = { everyMs: hours(1) }

test('of two servers one imports a file, each line once, and the other goes on when that one is gone', async () => {
  const first = await aShop({ DEMO: 'off' }, byHand)
  const second = await aShop({ ...first.settings, DEMO: 'off' }, byHand)
  const { headers } = await signedIn(first, { email: 'admin@two.example', admin: true })
  const head = 'productName,availableQty,orderQty,price,productDescription,image'
  const lines = Array.from({ length: 1500 }, (_, n) => `Shared ${n},3,1,7,Text,/products/piston-1200.webp`)
  const file = await sendLongFile(first, headers, [head, ...lines].join('\n'), { pieceLength: 50_000 })
  await file.check()
  await Promise.all([first, second].map(({ importWorker }) => importWorker.wake()))
  await expect.poll(async () => (await file.read(second)).state, { timeout: 60_000 }).toBe('checked')
  await file.become({ state: 'applying' })
  const both = Promise.all([first, second].map(({ importWorker }) => importWorker.wake()))
  await expect.poll(async () => (await file.read(second)).doneLines, { interval: 20 }).toBeGreaterThan(0)
  // In the middle of it: nothing of its batch is saved that is not counted.
  await first.database.close()
  await both
  await second.db
    .updateTable('product_imports')
    .set({ due_at: new Date().toISOString() })
    .where('state', '=', 'applying')
    .execute()
  await second.importWorker.wake()
  expect(await file.read(second)).toMatchObject({ state: 'done', doneLines: 1500, added: 1500, changed: 0 })
  const { count } = await second.db
    .selectFrom('stock_movements')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1500)
})
