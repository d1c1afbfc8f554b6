import { aPiesFile, descriptions, prices } from '../test/a-pies-file.ts'
import { aZip } from '../test/a-zip.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

for (const [device, viewport] of Object.entries({ desktop, phone }))
  test(`a PIES file is asked about, looked at and imported, on a ${device}`, {
    ...(device === 'phone' && atLength),
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/importProducts')
    const run = `${device === 'phone' ? 'P' : 'D'}${Date.now()}`
    const choose = page.getByLabel(/CSV file|another file/)
    const xml = (items: Parameters<typeof aPiesFile>[0]) => ({
      name: `pelka-${run}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(aPiesFile(items)),
    })
    const item = (number: string, des: string) => ({
      number: `${run}-${number}`,
      code: run.slice(-4),
      label: `Pelka ${run}`,
      inside: descriptions({ DES: des }) + prices({ type: 'JBR', amount: '10.00' }),
    })

    const [cut] = [xml([item('1', 'Filter')])]
    await choose.setInputFiles({ ...cut, buffer: Buffer.from([0x3c, 0x61, 0x3e, 0xe4]) })
    await expect(page.getByText('Line 1: Here the file is not in UTF-8, as it says it is.')).toBeVisible()

    await choose.setInputFiles(
      xml([item('1', 'Filter'), item('2', 'Disc'), { ...item('3', 'Old'), is: 'D' }]),
    )
    await expect(page.getByRole('heading', { name: 'A PIES file of a maker' })).toBeVisible()
    await expect(page.getByLabel('Supplier')).toHaveValue(`Pelka ${run}`)
    await page.getByLabel('Prices').selectOption('Jobber price (JBR)')
    await page.getByLabel('Times').fill('nothing')
    await expect(page.getByText('The factor is a number like 1.35')).toBeVisible()
    await page.getByLabel('Times').fill('1,5')
    await page.getByLabel('Up to the next price that ends in .99').check()
    await page.getByLabel('Filter and 2 more').selectOption('oil-filters')
    await expect(page.getByLabel('Replace what was changed here, too, this once')).not.toBeChecked()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'See what it would change' }).click()
    await expect(page.getByText('2 new, 0 changed, 0 unchanged')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Waits as Hidden: it has no picture yet')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Import 2 products' }).click()
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible({ timeout: 60_000 })

    // The next file of this maker: nothing is asked that was answered.
    await page.goto('/dashboard/importProducts')
    const next = xml([{ ...item('1', 'Oil filter'), is: 'D' }])
    const packed = aZip([
      { name: 'cars.xml', text: '<ACES version="4.2"></ACES>' },
      { name: `november/${next.name}`, text: next.buffer.toString() },
    ])
    await choose.setInputFiles({
      name: 'pelka.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(packed),
    })
    await expect(page.getByLabel('Prices')).toHaveValue('JBR')
    await expect(page.getByLabel('Times')).toHaveValue('1.5')
    await expect(page.getByLabel('Oil filter')).toHaveValue('oil-filters')
    await page.getByRole('button', { name: 'See what it would change' }).click()
    await expect(page.getByText('Withdrawn by the maker (1)')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(`Pelka ${run} Disc ${run}-2`)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Cancel this import' }).click()
    await page.getByRole('button', { name: 'Cancel it' }).click()
  })
