import { aPng } from '../test/pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test('the owner changes what the shop says of itself, and sees what is still as in the demo', async ({
  page,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/settings')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Car Parts')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Seller' }).click()
  const taxNumber = page.getByLabel('Tax number')
  await expect(page.getByText('Still as in the demo.')).toHaveCount(2)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Car Parts')
  await taxNumber.fill('12-3456789')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(taxNumber).toHaveValue('12-3456789')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the owner chooses a logo and a colour, and sees both before and after saving', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard')
  const list = page.getByRole('region', { name: 'Before you open' })
  await expect(list.getByText('Receipts name a seller and an address that do not exist.')).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('button', { name: /Not for us ?: Name of the shop/ }).click()
  await list.getByText('What is done').click()
  await list.getByRole('button', { name: /It is for us ?: Name of the shop/ }).click()
  await expect(list.getByRole('link', { name: /Do it ?: Name of the shop/ })).toBeVisible()
  await page.goto('/dashboard/settings/look')
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(page.getByText('Only PNG, JPEG and WebP pictures can be the logo.')).toBeVisible()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await aPng(600, 200) }
  await page.getByLabel('Choose a picture').setInputFiles(logo)
  await expect(page.getByRole('img', { name: 'The logo in dark' })).toBeVisible()
  await page.getByLabel('Colour of buttons and links').fill('#ffd400')
  await expect(page.getByText(/links are #\w+ where the page is light/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.mouse.move(0, 0)
  const button = page.getByRole('button', { name: 'Save' })
  const head = page.getByRole('banner').getByRole('img', { name: 'Car Parts' })
  for (const when of ['at once', 'on the next visit']) {
    await expect(button, when).toHaveCSS('background-color', 'rgb(255, 212, 0)')
    await expect(button, when).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(head, when).toBeVisible()
    await page.reload()
  }
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('button', { name: 'Back to the first colour' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.mouse.move(0, 0)
  await expect(button).toHaveCSS('background-color', 'rgb(209, 71, 15)')
})

test('the owner writes a page, looks at it first, and goes back to what it said before', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/pages')
  await page.getByRole('link', { name: 'Edit Terms' }).click()
  const text = page.getByLabel('Text')
  await expect(text).toHaveValue(/You buy from Car Parts/)
  await text.fill('# Our terms\n\nPay first, **then** drive.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading')).toHaveText('Our terms')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Page saved')).toBeVisible()
  await page.goto('/pages/terms')
  await expect(page.getByRole('heading', { name: 'Our terms' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await page.goto('/dashboard/pages/terms')
  await page.getByRole('button', { name: /Put into the editor ?: What the shop makes/ }).click()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Page saved')).toBeVisible()
  await page.goto('/pages/terms')
  await expect(page.getByText('You buy from Car Parts')).toBeVisible()
})
