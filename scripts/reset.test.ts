import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder, aShop } from '~/test/shop.ts'

/** Its last words, and whether the shop was thrown away. */
function reset(folder: string, { settings = {}, given = ['--yes'] } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'reset.mjs'), ...given],
    { env: { PATH: process.env.PATH, DATA_DIR: folder, ...settings }, encoding: 'utf8' },
  )
  return { status, words: (stdout + stderr).trim(), isGone: !existsSync(join(folder, 'shop.db')) }
}

test('the demo shop is thrown away when it is closed and that is wanted', async () => {
  const shop = await aShop({ DATA_DIR: aFolder() })
  const folder = shop.config.dataDir
  expect(reset(folder)).toMatchObject({ status: 1, words: expect.stringContaining('stop it first') })
  await shop.app.close()
  expect(reset(folder, { given: [] }).words).toContain('Say --yes')
  for (const settings of [
    { DATABASE_URL: 'postgres://localhost/shop' },
    { NODE_ENV: 'production' },
    { STRIPE_SECRET_KEY: 'sk_test_x' },
  ])
    expect(reset(folder, { settings })).toMatchObject({ status: 1, isGone: false })
  expect(reset(folder)).toMatchObject({ status: 0, isGone: true })
  expect(reset(folder).words).toContain('There is no shop')
})

test('a shop that is no demo is left alone', async () => {
  const shop = await aShop({ DATA_DIR: aFolder(), DEMO: 'off' })
  await shop.app.close()
  const { status, words, isGone } = reset(shop.config.dataDir)
  expect([status, isGone]).toEqual([1, false])
  expect(words).toContain('it is not the demo')
  expect(reset(aFolder())).toMatchObject({ status: 1 })
})
