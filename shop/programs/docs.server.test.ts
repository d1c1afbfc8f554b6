import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { days } from '~/platform/time.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { aFolder, aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/programs.md'), 'utf8')

/** A program of the page, as somebody who has only that page would run it. */
function programOf(name: string) {
  const block = [...page.matchAll(/```js\n([\s\S]*?)```/g)].find(([, code]) =>
    code!.startsWith(`// ${name}:`),
  )
  const file = join(aFolder(), name)
  writeFileSync(file, block![1]!)
  return file
}

test('the script of the page sets and reads the stock with a token', async () => {
  const shop = await aShop({ DEMO: 'off' })
  const admin = await signedIn(shop, { email: 'admin@docs.example', admin: true })
  const part = await aProduct(shop, { availableQty: 3 })
  const endsOn = new Date(Date.now() + days(1)).toISOString().slice(0, 10)
  const { token } = (
    await shop.post('/api/manage/tokens', { name: 'ERP', role: 'admin', endsOn }, admin.headers)
  ).json()
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [programOf('stock.mjs'), part.id, ...given], {
      env: { SHOP_URL: shop.url, SHOP_TOKEN: token },
    })
  expect((await run()).stdout).toBe(`3 of ${part.name}\n`)
  expect((await run('12')).stdout).toBe(`12 of ${part.name}\n`)
  expect(await stockOf(shop, part.id)).toMatchObject({ left: 12 })
  await expect(run('-1')).rejects.toThrow(/invalid/)
})
