import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder, aShop } from '~/test/shop.ts'
import { tool } from '~/test/tool.ts'

test('the doctor says what is fine beside the open shop, and changes nothing', async () => {
  const shop = await aShop()
  const { port } = new URL(shop.url)
  const { code, output, problems } = await tool('doctor', { ...shop.settings, PORT: port })
  expect(problems).toBe('')
  expect(output).toMatch(/^ok {5}Database +\S+ answers in \d+ ms$/m)
  expect(output).toContain('ok     Tables       all are there')
  expect(output).toContain(`ok     Server       http://127.0.0.1:${port}/readyz says that it is ready`)
  expect(output).toMatch(/^\d+ fine, 0 to look at, 0 wrong$/m)
  expect(code).toBe(0)
})

test('the doctor names what is wrong and what to do: settings, a missing table, a mail server that is away', async () => {
  const misspelt = await tool('doctor', { DATA_DIR: aFolder(), PORT: 'many', TAX_RATE: '200' })
  expect(misspelt.code).toBe(1)
  expect(misspelt.output).toContain('WRONG  Settings     PORT: must be a number from 0 to 65535')
  expect(misspelt.output).toContain('TAX_RATE')

  const shop = await aShop()
  await shop.db.schema.dropTable('low_stock').execute()
  const ill = await tool('doctor', { ...shop.settings, PORT: '1', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(ill.code).toBe(1)
  expect(ill.output).toContain('WRONG  Tables       low_stock is missing')
  expect(ill.output).toContain('WRONG  Mail server  does not take us: ESOCKET')
  expect(ill.output).toContain('LOOK   Server       nothing answers at http://127.0.0.1:1/readyz')
})

test('a folder without a shop is said to have none', async () => {
  const folder = aFolder()
  rmSync(join(folder, 'shop.db'), { force: true })
  const { code, output } = await tool('doctor', { DATA_DIR: folder })
  expect(output).toContain(`There is no shop in ${folder} yet.`)
  expect(code).toBe(1)
})
