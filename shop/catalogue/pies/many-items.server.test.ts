import { expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import { aPiesFile, descriptions, prices } from '~/test/a-pies-file.ts'
import { piesImports } from '~/test/a-pies-import.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

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
