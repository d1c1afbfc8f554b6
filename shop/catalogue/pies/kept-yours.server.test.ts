import { beforeAll, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aPiesFile, descriptions, prices } from '~/test/a-pies-file.ts'
import { piesImports } from '~/test/a-pies-import.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let files: ReturnType<typeof piesImports>
beforeAll(async () => {
  // No server begins by itself.
  shop = await aShop({ DEMO: 'off' }, { everyMs: hours(1) })
  const { headers } = await signedIn(shop, { email: 'admin@kept.example', admin: true })
  files = piesImports(shop, headers)
  for (const name of ['Height', 'Width'])
    await shop.post('/api/manage/attributes', { name, kind: 'number', unit: 'mm' }, headers)
})

type Said = { des?: string; mkt?: string; price?: string; height?: string; width?: string; replaces?: string }
const attribute = (name: string, value: string) =>
  `<ProductAttribute AttributeID="${name}" PADBAttribute="N" AttributeUOM="mm">${value}</ProductAttribute>`
/** A part with what its maker says of it. */
const item = (number: string, { des, mkt, price, height, width, replaces }: Said) => ({
  number,
  inside: [
    descriptions({ ...(des && { DES: des }), ...(mkt && { MKT: mkt }) }),
    price && prices({ type: 'RET', amount: price }),
    `<ProductAttributes>${height ? attribute('Height', height) : ''}${width ? attribute('Width', width) : ''}</ProductAttributes>`,
    replaces &&
      `<ExtendedInformation><ExtendedProductInformation EXPICode="PTN">${replaces}</ExtendedProductInformation></ExtendedInformation>`,
  ].join(''),
})
const rule = { price: 'RET' }
const says = (number: string, said: Said, more = {}) =>
  files.imported(aPiesFile([item(number, said)], { submission: 'UPDATE' }), { ...rule, ...more }, number)

test('what nobody has changed follows the file; what was changed by hand stays through three imports, and is listed each time', async () => {
  await says('K-1', { des: 'Disc', mkt: 'First', price: '10', height: '40' })
  await files.edit('K-1', { price: 12.5 })
  for (const [n, price] of ['11', '12', '13'].entries()) {
    const done = await says('K-1', { des: 'Disc', mkt: `Text ${n}`, price, height: `${41 + n}` })
    expect(done).toMatchObject({ state: 'done', changed: 1 })
    expect(await files.part('K-1')).toMatchObject({
      ...{ price: 12.5, productDescription: `Text ${n}`, attributes: `Height: ${41 + n} mm` },
    })
    expect(done.found.lists).toEqual([
      {
        ...{ title: 'Kept yours', count: 1 },
        first: [`Pelka Disc K-1: Price is “12.5”, the file says “${price}”`],
      },
    ])
  }
  // Ours is the maker's again.
  await files.edit('K-1', { price: 13 })
  await says('K-1', { des: 'Disc', price: '14' })
  expect((await files.part('K-1')).price).toBe(14)
})

test('what was emptied or taken away by hand is not filled in again', async () => {
  const said = { des: 'Hose', mkt: 'Long', price: '5', height: '40', width: '20', replaces: 'K-20' }
  await says('K-2', said)
  await files.edit('K-2', { attributes: 'Height: 40 mm', numbers: 'Own: K-2' })
  const done = await says('K-2', { ...said, mkt: 'Longer' })
  expect(await files.part('K-2')).toMatchObject({
    ...{ attributes: 'Height: 40 mm', numbers: 'Own: K-2', productDescription: 'Longer' },
  })
  expect(done.found.lists[0].first).toEqual(['Pelka Hose K-2: Width is empty, the file says “20 mm”'])
})

test('what was changed by hand follows the file, too, when the owner says so for that file', async () => {
  const said = { des: 'Pump', mkt: 'Long', price: '5', width: '20', replaces: 'K-60' }
  await says('K-6', said)
  await files.edit('K-6', { price: 4, attributes: '', numbers: 'Own: K-6', productDescription: 'Ours' })
  const done = await says('K-6', said, { replacesAll: true })
  expect(done.found.lists).toEqual([])
  expect(await files.part('K-6')).toMatchObject({
    ...{
      price: 5,
      attributes: 'Width: 20 mm',
      numbers: 'Own: K-6\nReplaces: K-60',
      productDescription: 'Long',
    },
  })
})

test('an update changes only what is in it', async () => {
  await says('K-3', { des: 'Belt', mkt: 'Ribbed', price: '5', height: '40', width: '20' })
  await says('K-3', { price: '6', width: '21' })
  expect(await files.part('K-3')).toMatchObject({
    ...{ productName: 'Pelka Belt K-3', productDescription: 'Ribbed', price: 6 },
    attributes: 'Height: 40 mm\nWidth: 21 mm',
  })
})

test('once an import is undone, what the file before it said counts again', async () => {
  await says('K-4', { des: 'Lamp', price: '5' })
  const second = await says('K-4', { des: 'Lamp', price: '6' })
  expect(await second.undo()).toMatchObject({ state: 'undone', undone: 1, kept: 0 })
  expect((await files.part('K-4')).price).toBe(5)
  const third = await says('K-4', { des: 'Lamp', price: '7' })
  expect(third.found.lists).toEqual([])
  expect((await files.part('K-4')).price).toBe(7)
})

test('a field that the file says as it is here already is the maker’s from then on', async () => {
  await says('K-5', { des: 'Bulb', price: '5' })
  await files.edit('K-5', { productDescription: 'Bright' })
  await says('K-5', { des: 'Bulb', mkt: 'Bright', price: '6' })
  await says('K-5', { des: 'Bulb', mkt: 'Brighter', price: '6' })
  expect((await files.part('K-5')).productDescription).toBe('Brighter')
})
