import { expect, test, vi } from 'vitest'
import { sendLongFile } from '~/test/a-long-file.ts'
import { startBuilt } from '~/test/built.ts'
import { send } from '~/test/http.ts'
import { seed } from '~/test/random.ts'
import { aShop, testSettings } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const lines = 3000
const head = 'productName,availableQty,orderQty,price,productDescription,image'
const csv = [
  head,
  ...Array.from({ length: lines }, (_, n) => `Killed disc ${n},3,1,7,Text,/products/piston-1200.webp`),
].join('\n')
/** Where the power goes off, by what is done of the file by then: one place of each state by chance, for each costs a new start. */
const kills = [
  { state: 'checking', doneLines: 400 },
  { state: 'applying', doneLines: 1 },
  { state: 'applying', doneLines: 700 },
  { state: 'applying', doneLines: 2300 },
  { state: 'undoing', doneLines: 500 },
  { state: 'undoing', doneLines: 2000 },
]

test('a shop that is killed at any point of an import or its undoing goes on, and ends as if it never was', {
  timeout: 600_000,
}, async () => {
  const settings = { ...(await testSettings('tables')), DEMO: 'off' }
  const first = await aShop(settings)
  const { headers } = await signedIn(first, { email: 'admin@killed.example', admin: true })
  await first.app.close()

  let shop = await startBuilt(settings)
  const call = (path: string, sent: Parameters<typeof send>[2]) => send(shop.url, path, sent)
  const reached = {
    get: (path: string, headers: Record<string, string> = {}) => call(path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', body, headers }),
    send: call,
  }
  const file = await sendLongFile(reached, headers, csv, { pieceLength: 40_000 })
  const until = (isThere: (seen: Awaited<ReturnType<typeof file.read>>) => boolean) =>
    vi.waitFor(
      async () => {
        const seen = await file.read()
        expect(isThere(seen)).toBe(true)
        return seen
      },
      { timeout: 120_000, interval: 10 },
    )
  async function through(state: string, next: string) {
    const places = kills.filter((kill) => kill.state === state)
    const at = places[seed % places.length]!
    await until((seen) => {
      const done = state === 'undoing' ? seen.undone : seen.doneLines
      return seen.state === state && done >= at.doneLines
    })
    shop.child.kill('SIGKILL')
    await shop.ended
    shop = await startBuilt(settings)
    return until((seen) => seen.state === next)
  }
  await file.check()
  expect(await through('checking', 'checked')).toMatchObject({ added: lines, mistakes: 0, lines })
  await file.become({ state: 'applying' })
  expect(await through('applying', 'done')).toMatchObject({ added: lines, changed: 0, doneLines: lines })
  const totalOf = async (path: string) =>
    Number((await reached.get(`${path}?page=1&limit=1`, headers)).headers['x-total-count'])
  expect(await totalOf('/api/manage/services')).toBe(lines)
  await file.become({ state: 'undoing' })
  expect(await through('undoing', 'undone')).toMatchObject({ undone: lines, kept: 0 })
  expect(await totalOf('/api/manage/services')).toBe(0)
  shop.child.kill('SIGTERM')
  await shop.ended
  // Every product once in the trail, added and deleted; and the start and the undoing.
  const last = await aShop(settings)
  const count = async (what: string) =>
    (
      await last.db
        .selectFrom('audit_entries')
        .select('id')
        .where('what', '=', what as never)
        .execute()
    ).length
  expect([await count('product added'), await count('product deleted')]).toEqual([lines, lines])
})
