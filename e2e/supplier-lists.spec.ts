import { acesFile, base } from '../test/aces-file.ts'
import { inventedTables, writeTables } from '../test/vehicle-tables.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

for (const [device, viewport] of Object.entries({ desktop, phone }))
  test(`a supplier's list of cars is looked at, its names and remarks are explained, and it makes the list of a part, on a ${device}`, {
    ...(device === 'phone' && atLength),
  }, async ({ page }) => {
    await page.setViewportSize(viewport)
    const token = await signIn(page, demoAdmin)
    const run = `${device}-${Date.now()}`
    const headers = { authorization: `Bearer ${token}` }
    const data = {
      productName: `Listed rotor ${run}`,
      brand: `Maker ${run}`,
      numbers: `Own: LR-${run}`,
      price: 10,
      availableQty: 5,
      orderQty: 1,
      productDescription: 'Round',
      image: '/products/alloy-wheel-1200.webp',
    }
    const added = await page.request.post('/api/services', { data, headers })
    const { insertedId } = await added.json()

    await page.goto('/dashboard/vehicles')
    await page.getByRole('link', { name: 'Supplier lists' }).click()
    const csv = [
      'Artikel-Nr.;Baujahr von;Baujahr bis;Marke;Modell;Motor;Stück;Bemerkung',
      `LR-${run};2003;2009;Volkswagen;Golf;2.0 TDI;2;`,
      `LR-${run};2004;2010;VolksW ${run};GTI;;2;`,
      `LR-${run};2004;2006;Volkswagen;Jetta;;2;Sport ${run}`,
      `LR-${run};some day;;Volkswagen;Jetta;;2;`,
      `Nobody-${run};2004;2006;Volkswagen;Jetta;;2;`,
    ].join('\n')
    const name = `list-${run}.csv`
    await page
      .getByLabel('Choose a CSV file or an ACES file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(page.getByLabel('What “Artikel-Nr.” is')).toHaveValue('part')
    await expect(page.getByLabel('What “Baujahr von” is')).toHaveValue('from')
    await expect(page.getByText('Say who has sent the file.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Supplier' }).fill(`Supplier ${run}`)
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'See what it would change' }).click()

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Waits for you')).toBeVisible()
    await expect(page.getByRole('link', { name: '1 name that no car of ours has' })).toBeVisible()
    await page.getByText('The line cannot be read: 1 line').click()
    await expect(page.getByText('“some day – ” does not say from when to when')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('link', { name: '1 name that no car of ours has' }).click()
    await page.getByLabel('Search names').fill(run)
    await page.getByRole('button', { name: `Explain VolksW ${run}` }).click()
    await page.getByLabel('Make here').selectOption('Volkswagen')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('No name waits to be explained')).toBeVisible()

    await page.getByRole('link', { name: 'Remarks' }).click()
    await page.getByLabel('Search remarks').fill(run)
    await page.getByRole('button', { name: `Explain Sport ${run}` }).click()
    await page.getByLabel('What does it mean?').selectOption('The car must have …')
    await page.getByLabel('Question about the car').selectOption('gearbox')
    await page.getByLabel('Answer').fill('manual')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Save meaning' }).click()
    await expect(page.getByText('No remark waits for its meaning')).toBeVisible()

    await page.getByRole('link', { name: 'Supplier lists' }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(page.getByText('that no car of ours has')).toBeHidden()
    await page.getByRole('button', { name: 'Make the lists' }).click()
    await expect(page.getByText(/lines added to the lists of parts/)).toBeVisible()
    await page.goto(`/dashboard/fitments/${insertedId}`)
    const row = page.getByRole('row').filter({ hasText: 'Jetta' }).first()
    await expect(row).toContainText('gearbox: manual')
    await expect(row).toContainText(`from Supplier ${run}`)
    await expectNoSidewaysScroll(page)

    await page.goto('/dashboard/vehicles/applications')
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Make the lists again' }).click()
    await expect(page.getByText('0 lines added to the lists of parts, 0 lines removed.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo this file' }).click()
    await page.getByRole('button', { name: 'Undo it' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await page.request.delete(`/api/services/${insertedId}`, { headers })
  })

test('an ACES file of a maker is read by the vehicle tables of the owner, and makes the list of a part', async ({
  page,
}) => {
  const token = await signIn(page, demoAdmin)
  const run = `aces-${Date.now()}`
  const headers = { authorization: `Bearer ${token}` }
  const data = {
    productName: `Rotor ${run}`,
    brand: `Maker ${run}`,
    numbers: `Own: ${run}`,
    price: 10,
    availableQty: 5,
    orderQty: 1,
    productDescription: 'Round',
    image: '/products/alloy-wheel-1200.webp',
  }
  const { insertedId } = await (await page.request.post('/api/services', { data, headers })).json()
  writeTables(dataDir(), inventedTables)

  await page.goto('/dashboard/vehicles')
  await page.getByRole('link', { name: 'Vehicle tables' }).click()
  await expect(page.getByText('There are no vehicle tables here yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Read the folder' }).click()
  await expect(page.getByRole('heading', { name: 'Edition 2026-04-30' })).toBeVisible()
  await expect(page.getByText('so that what they explain stays open')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Supplier lists' }).click()
  const says = [base(206), base(207, '<BrakeABS id="77"/>'), base(999)]
  const xml = acesFile(says.map((one) => ({ part: run, says: one })))
  const name = `${run}.xml`
  await page
    .getByLabel('Choose a CSV file or an ACES file')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await expect(page.getByRole('heading', { name: 'An ACES file' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Supplier' }).fill(`Supplier ${run}`)
  await page.getByLabel('Brand of the parts').fill(`Maker ${run}`)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'See what it would change' }).click()
  await expect(page.getByText('ACES 4.2, Discs, 2026-11-01, vehicle tables of 2026-04-30.')).toBeVisible()
  await page.getByText('Numbers that no vehicle table has: they stay open: 1 line').click()
  await expect(page.getByText('ABS 77')).toBeVisible()
  await page.getByText('The vehicle is not in the vehicle tables: 1 line').click()
  await expect(page.getByText('Vehicle 999')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Make the lists' }).click()
  await expect(page.getByText('2 lines added to the lists of parts, 0 lines removed.')).toBeVisible()
  await page.goto(`/dashboard/fitments/${insertedId}`)
  await expect(page.getByRole('row').filter({ hasText: 'GTI' }).first()).toContainText(`from Supplier ${run}`)
  await page.request.delete(`/api/services/${insertedId}`, { headers })
})
