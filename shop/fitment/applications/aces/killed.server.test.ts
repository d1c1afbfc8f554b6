import { expect, test, vi } from 'vitest'
import { sendListOfCars } from '~/test/a-list-of-cars.ts'
import { acesFile, base } from '~/test/aces-file.ts'
import { startBuilt } from '~/test/built.ts'
import { send } from '~/test/http.ts'
import { aShop, testSettings } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { inventedTables, readTables } from '~/test/vehicle-tables.ts'

const parts = 120
const numbers = Array.from({ length: parts }, (_, n) => `KILL ${n}`)
const vehicles = [101, 102, 103]
const engine = '<EngineBase id="51"/>'
const full = acesFile(numbers.flatMap((part) => vehicles.map((id) => ({ part, says: base(id, engine) }))))
/** Of every part one year goes, and another place comes. */
const update = acesFile(
  numbers.flatMap((part) => [
    { part, action: 'D' as const, says: base(102, engine) },
    { part, says: base(102, `${engine}<Position id="30"/>`) },
  ]),
  { submission: 'UPDATE' },
)

test('a shop that is killed in the middle of two ACES files goes on, and ends as if it never was', {
  timeout: 600_000,
}, async () => {
  const settings = { ...(await testSettings('tables')), DEMO: 'off' }
  const first = await aShop(settings)
  const { headers } = await signedIn(first, { email: 'admin@killed-aces.example', admin: true })
  const car = { make: 'Lada', model: 'Niva', engine: '1.7 L4', builtFrom: '2000-01', builtTo: '2003-12' }
  await first.post('/api/manage/vehicles', car, headers)
  for (const number of numbers)
    await first.post(
      '/api/services',
      {
        productName: `Disc ${number}`,
        numbers: `Own: ${number}`,
        ...{ price: 10, availableQty: 5, orderQty: 1, productDescription: 'Round' },
        image: '/products/alloy-wheel-1200.webp',
      },
      headers,
    )
  await readTables(first, headers, inventedTables)
  await first.app.close()

  let shop = await startBuilt(settings)
  const call = (path: string, sent: Parameters<typeof send>[2]) => send(shop.url, path, sent)
  const reached = {
    get: (path: string, headers: Record<string, string> = {}) => call(path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', body, headers }),
    send: call,
    // Another process wakes its own.
    applicationsWorker: { wake: async () => {} },
  }
  type Sent = Awaited<ReturnType<typeof sendListOfCars>>
  const until = (file: Sent, states: string[], doneParts = 0) =>
    vi.waitFor(
      async () => {
        const seen = await file.read()
        expect(states).toContain(seen.state)
        if (seen.state === states[0]) expect(seen.doneParts).toBeGreaterThanOrEqual(doneParts)
        return seen
      },
      { timeout: 120_000, interval: 5 },
    )
  /** Killed in that state, or just after it. */
  async function killedIn(file: Sent, states: string[], doneParts = 0) {
    await until(file, states, doneParts)
    shop.child.kill('SIGKILL')
    await shop.ended
    shop = await startBuilt(settings)
    return until(file, [states.at(-1)!])
  }
  const sent = (xml: string) =>
    sendListOfCars(reached, headers, xml, { kind: 'aces', name: 'killed.xml', pieceLength: 20_000 })

  const file = await sent(full)
  const seen = await killedIn(file, ['reading', 'checking', 'checked'])
  expect(seen.found).toMatchObject({ fresh: parts * 3, used: parts * 3, open: 0 })
  await file.become('applying')
  const applied = await killedIn(file, ['applying', 'done'], 40)
  expect(applied).toMatchObject({ state: 'done', doneParts: parts, added: parts, removed: 0 })

  const next = await sent(update)
  const changes = await until(next, ['checked'])
  expect(changes.found).toMatchObject({ fresh: parts, gone: parts, same: parts * 2 })
  await next.become('applying')
  expect(await killedIn(next, ['applying', 'done'], 20)).toMatchObject({ doneParts: parts })
  const again = await sent(update)
  expect((await until(again, ['checked'])).found).toMatchObject({ same: parts * 3, fresh: 0, gone: 0 })
  await again.become('cancelled')
  await next.become('undoing')
  await killedIn(next, ['undoing', 'undone'], 20)
  const whole = await sent(full)
  expect((await until(whole, ['checked'])).found).toMatchObject({ same: parts * 3, fresh: 0, gone: 0 })
  shop.child.kill('SIGTERM')
  await shop.ended
  const last = await aShop(settings)
  const lines = await last.db.selectFrom('fitments').select('conditions').execute()
  expect(lines).toEqual(numbers.map(() => ({ conditions: 'model-year=2001,2002,2003' })))
})
