import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteExpired } from '~/app/wiring/workers.server.ts'
import { NotHeld } from '~/platform/db/jobs.server.ts'
import { days, hours } from '~/platform/time.ts'
import { sendLongFile } from '~/test/a-long-file.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isQuickRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'
import { holdImport } from './hold.server.ts'

/** No server begins by itself. */
const byHand = { everyMs: hours(1) }

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' }, byHand)
  admin = (await signedIn(shop, { email: 'admin@imports.example', admin: true })).headers
})

const head = 'productName,availableQty,orderQty,price,productDescription,image'
const line = (name: string, price: number) => `${name},3,1,${price},Text,/products/piston-1200.webp`
const longFile = (word: string, count: number, price = 7) =>
  [head, ...Array.from({ length: count }, (_, n) => line(`${word} ${n}`, price)), ''].join('\r\n')
/** How many products have a name that begins so. */
const named = async (name: string) =>
  (await shop.db.selectFrom('products').select('id').where('product_name', 'like', `${name}%`).execute())
    .length
const entries = async (q: string) => (await shop.get(`/api/audit?q=${encodeURIComponent(q)}`, admin)).json()

/** Sent and looked at by the shop. */
async function checked(csv: string, sent?: Parameters<typeof sendLongFile>[3]) {
  const file = await sendLongFile(shop, admin, csv, sent)
  expect((await file.check()).status).toBe(200)
  await shop.importWorker.wake()
  return file
}

describe('a long file', () => {
  test('is sent in pieces, checked and imported by the shop itself, and every part is in the audit trail', async () => {
    const file = await checked(longFile('Background disc', 250), { name: 'discs.csv' })
    const seen = await file.read()
    expect(seen).toMatchObject({ state: 'checked', lines: 250, added: 250, changed: 0, mistakes: 0 })
    expect(seen.found.adds).toHaveLength(100)
    expect(await named('Background disc')).toBe(0)
    await file.become({ state: 'applying' })
    await shop.importWorker.wake()
    expect(await file.read()).toMatchObject({ state: 'done', doneLines: 250, added: 250, badLines: 0 })
    expect(await named('Background disc')).toBe(250)
    expect(await entries('discs.csv')).toMatchObject([
      { what: 'import started', email: 'admin@imports.example', details: { lines: 250, added: 250 } },
    ])
    expect(await entries('Background disc 249')).toMatchObject([{ what: 'product added' }])
    expect(await shop.db.selectFrom('import_pieces').selectAll().execute()).toEqual([])
    const again = await checked(longFile('Background disc', 250, 8))
    expect(await again.read()).toMatchObject({ added: 0, changed: 250, unchanged: 0 })
    expect((await again.read()).found.changes[0].changes).toEqual({ price: { from: 7, to: 8 } })
    await again.become({ state: 'cancelled' })
  })

  test('of a supplier has its columns remembered once it is imported', async () => {
    const csv = 'Artikel-Nr.;Bezeichnung;VK brutto\nBG-1;Gehäuse;1.234,50\n'
    const mapping = { columns: ['own', 'productName', 'price'], decimalMark: ',' }
    // Parted in the middle of a word.
    const file = await checked(csv, { mapping, supplier: 'Background', pieceLength: 45 })
    await file.become({ state: 'applying' })
    await shop.importWorker.wake()
    expect(await file.read()).toMatchObject({ state: 'done', added: 1, supplier: 'Background' })
    expect(await named('Gehäuse')).toBe(1)
    const look = (await shop.post('/api/manage/services/columns', { csv }, admin)).json()
    expect(look.suppliers).toMatchObject([{ name: 'Background', columns: mapping.columns, isSame: true }])
  })

  test('has all that is wrong with it in a file, and lines with mistakes are left out if the admin says so', async () => {
    const bad = ['Bad price,3,1,x,Text,/products/piston-1200.webp', line('Twice', 5), line('twice', 6)]
    const file = await checked([longFile('Right disc', 300).trim(), ...bad].join('\r\n'))
    expect(await file.read()).toMatchObject({ state: 'checked', added: 301, mistakes: 2, badLines: 2 })
    expect(await file.problems()).toContain('line,problem\r\n302,Price')
    expect(await file.problems()).toContain('304,The same product is on line 303 too.\r\n')
    const refused = await file.become({ state: 'applying' })
    expect([refused.status, refused.json().reason]).toEqual([422, 'bad_lines'])
    await file.become({ state: 'applying', leaveOut: true })
    await shop.importWorker.wake()
    expect(await file.read()).toMatchObject({ state: 'done', added: 301, changed: 0, badLines: 2 })
    expect(await named('Twice')).toBe(1)
  })

  test('gives no part a name that is given up further down: that line is left out', async () => {
    const [wants, holds] = [await aProduct(shop, { name: 'Wants' }), await aProduct(shop, { name: 'Holds' })]
    const near = `_id,productName\n${wants.id},Holds\n${holds.id},Gave it up\n`
    const nearby = await checked(near)
    expect(await nearby.read()).toMatchObject({ changed: 2, mistakes: 0 })
    await nearby.become({ state: 'cancelled' })
    const between = Array.from({ length: 210 }, (_, n) => `nobody-${n},Between ${n}`)
    const far = await checked(near.replace(`${holds.id}`, `${between.join('\n')}\n${holds.id}`))
    expect(await far.problems()).toContain('2,There is already a product named “Holds”.')
    await shop.db.deleteFrom('import_mistakes').execute()
    await shop.db.updateTable('product_imports').set({ bad_lines: 0 }).where('id', '=', far.id).execute()
    // As if it had become so since the check.
    await far.become({ state: 'applying', leaveOut: true })
    await shop.importWorker.wake()
    expect((await shop.get(`/api/service/${wants.id}`)).json().productName).toBe('Wants')
    expect((await shop.get(`/api/service/${holds.id}`)).json().productName).toBe('Gave it up')
  })

  test('that cannot be read to its end changes nothing', async () => {
    const file = await checked(`${longFile('Torn', 5)}"never closed,1,1,1,Text,/x.webp`)
    const seen = await file.read()
    expect([seen.state, seen.found.isReadable]).toEqual(['checked', false])
    expect((await file.become({ state: 'applying', leaveOut: true })).status).toBe(422)
    await file.become({ state: 'cancelled' })
    expect(await named('Torn')).toBe(0)
  })

  test('of which a piece is missing is not checked, and one with nothing new is not imported', async () => {
    const file = await sendLongFile(shop, admin, longFile('Pieces', 200))
    const tooMany = await file.become({ state: 'checking', pieces: file.pieces + 1 })
    expect([tooMany.status, tooMany.json().reason]).toEqual([409, 'piece_missing'])
    expect((await file.become({ state: 'applying' })).json().reason).toBe('other_state')
    await file.become({ state: 'cancelled' })
    const empty = await checked(`${head}\r\n`)
    expect((await empty.become({ state: 'applying' })).json().reason).toBe('nothing_to_import')
  })
})

describe('an import in the background', () => {
  test('can be cancelled between two batches: what is imported stays, the rest is left out', async () => {
    const file = await checked(longFile('Cancelled disc', 1200), { name: 'cancelled.csv' })
    await file.become({ state: 'applying' })
    await vi.waitFor(async () => expect((await file.read()).doneLines).toBeGreaterThan(0))
    await file.become({ state: 'cancelled' })
    await shop.importWorker.wake()
    const { state, added, doneLines } = await file.read()
    expect(state).toBe('cancelled')
    expect(added).toBeLessThan(1200)
    expect(await named('Cancelled disc')).toBe(added)
    expect(doneLines).toBe(added)
    expect((await entries('cancelled.csv')).map(({ what }: { what: string }) => what)).toEqual([
      'import cancelled',
      'import started',
    ])
    expect((await file.become({ state: 'cancelled' })).status).toBe(409)
  })

  test('goes on behind the last batch when its server was closed, and does nothing twice', async () => {
    const one = await aShop({ DEMO: 'off' }, byHand)
    const { headers } = await signedIn(one, { email: 'admin@imports.example', admin: true })
    const file = await sendLongFile(one, headers, longFile('Resumed disc', 1200))
    await file.check()
    await one.importWorker.wake()
    await file.become({ state: 'applying' })
    await vi.waitFor(async () => expect((await file.read()).doneLines).toBeGreaterThan(0))
    await one.app.close()
    const next = await aShop({ ...one.settings, DEMO: 'off' }, byHand)
    const before = await next.db.selectFrom('product_imports').selectAll().executeTakeFirstOrThrow()
    expect(before.state).toBe('applying')
    expect(before.done_lines).toBeLessThan(1200)
    await next.importWorker.wake()
    const after = await next.db.selectFrom('product_imports').selectAll().executeTakeFirstOrThrow()
    expect(after).toMatchObject({ state: 'done', done_lines: 1200, added: 1200, changed: 0, unchanged: 0 })
    const { count } = await next.db
      .selectFrom('products')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1200)
  })

  test('that a dead server had is begun by the next one when the lease ends, and what the dead one writes then is nothing', async () => {
    const parts = [await aProduct(shop, { name: 'Leased one' }), await aProduct(shop, { name: 'Leased two' })]
    const file = await checked(`_id,availableQty\n${parts.map(({ id }) => `${id},9`).join('\n')}\n`)
    await file.become({ state: 'applying' })
    await shop.importWorker.wake()
    const row = shop.db.selectFrom('product_imports').selectAll().where('id', '=', file.id)
    const dead = { ...(await row.executeTakeFirstOrThrow()), state: 'applying' as const }
    const hold = holdImport(shop.database, dead)
    const { due_at } = dead
    await shop.db
      .updateTable('product_imports')
      .set({ state: 'applying', due_at: new Date(Date.parse(due_at) + 1).toISOString() })
      .where('id', '=', file.id)
      .execute()
    const write = hold.write([], async () => expect.unreachable())
    await expect(write).rejects.toBeInstanceOf(NotHeld)
    await shop.importWorker.wake()
    expect((await file.read()).state).toBe('applying')
    const past = new Date(Date.now() - 1).toISOString()
    await shop.db.updateTable('product_imports').set({ due_at: past }).where('id', '=', file.id).execute()
    await shop.importWorker.wake()
    expect((await file.read()).state).toBe('done')
    for (const { id } of parts) expect(await stockOf(shop, id)).toEqual({ left: 9, booked: 9 })
  })

  test('is forgotten after ninety days, and one that nobody decides about after a week', async () => {
    const waits = await checked(longFile('Never wanted', 3))
    const { db, config } = shop
    await deleteExpired({ db, dataDir: config.dataDir, now: Date.now() + days(6) })
    expect((await waits.read()).state).toBe('checked')
    await deleteExpired({ db, dataDir: config.dataDir, now: Date.now() + days(8) })
    expect((await waits.read()).reason).toBe('unknown_import')
    expect((await shop.get('/api/manage/imports', admin)).json().length).toBeGreaterThan(0)
    await deleteExpired({ db, dataDir: config.dataDir, now: Date.now() + days(91) })
    expect((await shop.get('/api/manage/imports', admin)).json()).toEqual([])
  })
})

test.skipIf(isQuickRun)(
  'a command gives its file to the open shop and waits for it',
  { timeout: 120_000 },
  async () => {
    const open = await aShop({ DEMO: 'off' }, { everyMs: 100 })
    const write = (name: string, ...lines: string[]) => {
      const path = join(open.config.dataDir, name)
      writeFileSync(path, [head, ...lines].join('\n'))
      return path
    }
    const run = (path: string) => tool('import-csv', open.settings, 'products', path)
    const good = write('good.csv', line('By command', 7), line('By command, too', 8).replace(', too', ' too'))
    expect((await run(good)).output).toContain('2 lines: 2 new, 0 changed, 0 unchanged.')
    expect(await run(good)).toMatchObject({
      output: '2 lines: 0 new, 0 changed, 2 unchanged.\n',
      problems: '',
    })
    const bad = await run(write('bad.csv', line('Third', 7), line('Fourth', 8), line('Third', 9)))
    expect(bad.code).toBe(1)
    expect(bad.problems).toContain('Line 4: The same product is on line 2 too.\nNothing was imported.')
    const names = await open.db
      .selectFrom('products')
      .select('product_name')
      .orderBy('product_name')
      .execute()
    expect(names.map(({ product_name }) => product_name)).toEqual(['By command', 'By command too'])
  },
)
