import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hours } from '~/platform/time.ts'
import { sendLongFile } from '~/test/a-long-file.ts'
import { aPiesFile, descriptions, prices } from '~/test/a-pies-file.ts'
import { piesImports } from '~/test/a-pies-import.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'

const count = 10_000
const file = (price: string) =>
  aPiesFile(
    Array.from({ length: count }, (_, n) => ({
      number: `MANY-${n}`,
      inside:
        descriptions({
          DES: 'Disc Brake Rotor',
          MKT: `Rotor ${n}, coated against rust. `.repeat(20),
          FAB: ['Coated'],
        }) +
        prices({ type: 'RET', amount: price }) +
        `<PartInterchangeInfo>${Array.from(
          { length: 10 },
          (_, m) =>
            `<PartInterchange BrandLabel="Tarn ${m}"><PartNumber>T${n}-${m}</PartNumber></PartInterchange>`,
        ).join('')}</PartInterchangeInfo>`,
    })),
  )

test('ten thousand items go in, follow the next file but for what was changed by hand, and the same file again is nothing', {
  timeout: 600_000,
}, async () => {
  const shop = await aShop({ DEMO: 'off' }, { everyMs: hours(1) })
  const { headers } = await signedIn(shop, { email: 'admin@many.example', admin: true })
  const files = piesImports(shop, headers)
  expect(await files.imported(file('5.00'), { price: 'RET' })).toMatchObject({ state: 'done', added: count })
  await files.edit('MANY-77', { price: 9 })
  const second = await files.imported(file('6.00'), { price: 'RET' })
  expect(second).toMatchObject({ state: 'done', added: 0, changed: count - 1, unchanged: 1 })
  expect(second.found.lists).toMatchObject([{ title: 'Kept yours', count: 1 }])
  expect([(await files.part('MANY-77')).price, (await files.part('MANY-78')).price]).toEqual([9, 6])
  const third = await files.imported(file('6.00'), { price: 'RET' })
  expect(third).toMatchObject({ added: 0, changed: 0, unchanged: count, reason: 'nothing_to_import' })
})

test('a file of a maker goes on behind the last batch when its server was closed, and all of it is remembered', {
  timeout: 120_000,
}, async () => {
  const some = 1000
  const xml = (price: string) =>
    aPiesFile(
      Array.from({ length: some }, (_, n) => ({
        number: `ON-${n}`,
        inside: descriptions({ DES: 'Clip' }) + prices({ type: 'RET', amount: price }),
      })),
    )
  const one = await aShop({ DEMO: 'off' }, { everyMs: hours(1) })
  const { headers } = await signedIn(one, { email: 'admin@many.example', admin: true })
  const file = await piesImports(one, headers).look(xml('5.00'), { price: 'RET' })
  await file.become({ state: 'applying' })
  await vi.waitFor(async () => expect((await file.read()).doneLines).toBeGreaterThan(0))
  await one.app.close()
  const next = await aShop({ ...one.settings, DEMO: 'off' }, { everyMs: hours(1) })
  await next.importWorker.wake()
  expect(await file.read(next)).toMatchObject({ state: 'done', doneLines: some, added: some, unchanged: 0 })
  const second = await piesImports(next, headers).imported(xml('6.00'), { price: 'RET' })
  expect(second).toMatchObject({ state: 'done', changed: some })
  expect(second.found.lists).toEqual([])
})

test('a command imports the file of a maker as the page was told, in the encoding that it names', {
  timeout: 120_000,
}, async () => {
  const shop = await aShop({ DEMO: 'off' }, { everyMs: 100 })
  const { headers } = await signedIn(shop, { email: 'admin@many.example', admin: true })
  const xml = (price: string) =>
    aPiesFile([
      { number: 'CO-1', inside: descriptions({ DES: 'Gehäuse' }) + prices({ type: 'RET', amount: price }) },
    ])
  const write = (text: string) => {
    const path = join(shop.config.dataDir, 'maker.xml')
    writeFileSync(path, text.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    return path
  }
  const run = (text: string) =>
    tool('import-csv', shop.settings, 'products', write(text), '--supplier', 'Pelka')
  expect((await run(xml('5.00'))).problems).toContain(
    'Nobody has said yet how the PIES files of Pelka are read',
  )
  const sent = { name: 'maker.xml', supplier: 'Pelka', pies: { price: 'RET', endsIn99: true } }
  const first = await sendLongFile(shop, headers, xml('5.00'), sent)
  await first.check()
  await vi.waitFor(async () => expect((await first.read()).state).toBe('checked'), { timeout: 20_000 })
  await first.become({ state: 'applying' })
  await vi.waitFor(async () => expect((await first.read()).state).toBe('done'), { timeout: 20_000 })
  expect((await run(xml('6.00'))).output).toContain('1 lines: 0 new, 1 changed, 0 unchanged.')
  expect((await run(xml('6.00').slice(0, 400))).problems).toContain('The file ends inside <')
  expect(await piesImports(shop, headers).part('CO-1')).toMatchObject({
    ...{ productName: 'Pelka Gehäuse CO-1', price: 6.99 },
  })
})
