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

const file = (text: string, name = 'nordhalt.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${text}`),
})

for (const [device, viewport] of Object.entries({ desktop, phone }))
  test(`a file with headings of its own is asked about once, looked at and imported, on a ${device}`, {
    ...(device === 'phone' && atLength),
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/importProducts')
    const choose = page.getByLabel(/CSV file|another file/)
    const run = `${device}-${Date.now()}`
    const word = `Journey ${run}`
    const head = `Artikel-Nr.;Bezeichnung;Hersteller;Warengruppe;VK brutto;EK netto;Kiste ${run};Bild-URL`
    const image = '/products/piston-1200.webp'
    await choose.setInputFiles(
      file(
        `${head}
JO-${run}-1;${word} disc;NORDHALT;brake-discs;1.249,90;800,00;K-17;${image}
JO-${run}-2;${word} disc;Pelka;brake-discs;99,50;60,00;K-18;
JO-${run}-3;${word} filter;Pelka;oil-filters;on request;5,00;K-18;${image}`,
      ),
    )
    const isA = (heading: string) => page.getByLabel(`What “${heading}” is`)
    await expect(isA('Artikel-Nr.')).toHaveValue('own')
    await expect(isA('VK brutto')).toHaveValue('price')
    await expect(isA('EK netto')).toHaveValue('')
    await expect(page.getByLabel('Numbers are written as')).toHaveValue(',')
    await expectNoSidewaysScroll(page)
    await isA('VK brutto').selectOption('Leave it out')
    await isA('Artikel-Nr.').selectOption('Leave it out')
    await isA('Bezeichnung').selectOption('Leave it out')
    await expect(page.getByText('Say which column has the part number or the name')).toBeVisible()
    await isA('VK brutto').selectOption('Price in dollars')
    await isA('Artikel-Nr.').selectOption('Part number')
    await isA('Bezeichnung').selectOption('Product name')
    await isA(`Kiste ${run}`).selectOption('Shelf')
    await page.getByLabel('Supplier').fill(`Nordhalt ${run}`)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'See what it would change' }).click()
    await expect(page.getByText('2 new, 0 changed, 0 unchanged, 1 mistake')).toBeVisible()
    await expect(page.getByText('Waits as Hidden: it has no picture yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 2 products' })).toBeDisabled()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the list of mistakes' }).click()
    expect((await download).suggestedFilename()).toBe('problems.csv')
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('Leave out the 1 line with mistakes').check()
    await page.getByRole('button', { name: 'Import 2 products' }).click()
    await expect(page.getByText('2 products added, 0 changed.')).toBeVisible()

    // The same columns again: nothing is asked that was answered.
    await choose.setInputFiles(file(`${head}\nJO-${run}-1;;;;1.199,00;;K-17;`))
    await expect(page.getByLabel('Supplier')).toHaveValue(`Nordhalt ${run}`)
    await expect(isA(`Kiste ${run}`)).toHaveValue('shelf')
    await page.getByRole('button', { name: 'See what it would change' }).click()
    await expect(page.getByText('0 new, 1 changed, 0 unchanged')).toBeVisible()
    await expect(page.getByText('price: 1249.9 → 1199')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(page.getByText('0 products added, 1 changed.')).toBeVisible()
  })

test('a long file is sent, checked and imported in the background, and its page says how far it is', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/importProducts')
  const run = String(Date.now())
  const unknown = Array.from({ length: 10_000 }, (_, n) => `LO-${run}-${n};;5`)
  await page
    .getByLabel(/CSV file/)
    .setInputFiles(
      file(
        `Artikel-Nr.;Bezeichnung;Bestand\nLN-${run}-1;Long ${run};3\nLN-${run}-2;Long ${run};x\n${unknown.join('\n')}`,
        `long-${run}.csv`,
      ),
    )
  await expect(page.getByText('This file has about 10,002 lines.')).toBeVisible()
  await page.getByLabel('Supplier').fill(`Long ${run}`)
  await page.getByRole('button', { name: 'See what it would change' }).click()
  await expect(page.getByText('1 new, 0 changed, 0 unchanged, 1 mistake')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('10,000 lines, the first is 4')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the list of mistakes' }).click()
  expect((await download).suggestedFilename()).toBe('problems.csv')
  await page.getByRole('button', { name: 'Cancel this import' }).click()
  await page.getByRole('button', { name: 'Let it go on' }).click()
  await page.getByLabel('Leave out the 1 line with mistakes').check()
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByRole('heading', { name: /Importing|Imported/ })).toBeVisible()
  await page.goto('/dashboard/importProducts')
  await expect(page.getByRole('heading', { name: 'Files so far' })).toBeVisible()
  await page.getByRole('link', { name: `long-${run}.csv` }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Left out')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByRole('heading', { name: 'Undone' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('As before')).toBeVisible()
})
