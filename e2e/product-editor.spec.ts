import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  desktop,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { fillProduct } from './product-form.ts'
import { signIn } from './sign-in.ts'

const picture = {
  name: 'part.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(join(import.meta.dirname, '../public/products/piston-600.webp')),
}

const chooseCategory = (page: Page, name: string) =>
  page.getByLabel('Category').selectOption({ label: `\u00a0\u00a0\u00a0${name}` })

const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, text)

/** By its whole name: a search may leave out a word of it, and find the parts of other journeys. */
const partNamed = async (page: Page, name: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const address = `/api/manage/services?page=1&limit=20&q=${encodeURIComponent(name)}`
  const found = await (await page.request.get(address, { headers })).json()
  return found.find(({ productName }: { productName: string }) => productName.toLowerCase() === name)
}

test('a part is described by the rows of its kind, its numbers and its cars, saved once, and the next one is like it', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  const token = await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await chooseCategory(page, 'Brake discs')
  await page.getByLabel('Brand').fill('Journey Brakes')
  await fillProduct(page, 'Editor disc')
  await page.getByLabel('Diameter', { exact: true }).fill('288,5')
  await page.getByLabel('Thickness', { exact: true }).fill('wide')
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await expect(page.getByLabel(/^Name of attribute/)).toBeFocused()
  await page.keyboard.type('Materal')
  await page.getByLabel('Value of Materal').fill('Steel')
  // Another kind, and back: what is filled in stays.
  await chooseCategory(page, 'Batteries')
  await expect(page.getByLabel('Capacity', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Holes', { exact: true })).toHaveCount(0)
  await chooseCategory(page, 'Brake discs')
  await expect(page.getByLabel('Holes', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Diameter', { exact: true })).toHaveValue('288,5')

  await page.getByLabel('Number 1', { exact: true }).focus()
  await paste(page, 'OE Volkswagen: 1K0 615 301 ED\nOE\tAudi\t8P0 615 301 ED\nEAN: 4006381333931')
  await expect(page.getByLabel('Number 3', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Brand of number 2')).toHaveValue('Audi')
  await page.keyboard.press('Enter')
  await page.getByLabel('Kind of number 4').selectOption('Competitor')
  await page.getByLabel('Number 4', { exact: true }).fill('77')
  await page.getByRole('button', { name: 'Remove number 3' }).click()
  await expect(page.getByRole('button', { name: 'Remove number 3' })).toBeFocused()
  await page.getByLabel('Picture file').setInputFiles(picture)

  const save = page.getByRole('button', { name: 'Save Product' })
  await save.click()
  await expect(page.getByText('Say whose number it is')).toBeVisible()
  await expect(page.getByText('Thickness is a number in mm, with at most three decimals')).toBeVisible()
  await page.getByRole('button', { name: 'Remove number 3' }).click()
  await expect(page.getByText('There is no attribute “Materal”')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Use Material' }).click()
  await page.getByLabel('Thickness', { exact: true }).fill('25')

  await page.getByRole('button', { name: 'Add a car' }).click()
  await page.getByLabel('The car in words, or its engine code').fill('jetta 2.5')
  await page.getByRole('link', { name: /Volkswagen Jetta/ }).click()
  await page.getByLabel('Built to').fill('2031-01')
  await page.getByRole('button', { name: 'Save line' }).click()
  await expect(page.getByText(/^This car was built/)).toBeVisible()
  await page.getByLabel('Built to').fill('')
  await page.getByRole('button', { name: 'Save line' }).click()
  const cars = page.getByRole('region', { name: 'Cars' })
  await expect(cars.getByRole('row').filter({ hasText: 'Volkswagen Jetta' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a car' })).toBeFocused()

  // What is not saved is not left by accident.
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Users' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay here' }).click()

  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('')
  await expect(page.getByLabel('Product name')).toBeFocused()
  await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Journey Brakes')
  await expect(page.getByLabel('Category')).toHaveValue('brake-discs')
  await expect(cars.getByRole('row')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add its cars' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Editor disc' })).toBeVisible()
  await expect(cars.getByRole('row').filter({ hasText: 'Volkswagen Jetta' })).toBeVisible()

  const { attributes, numbers, brand, category } = await partNamed(page, 'editor disc', token)
  expect({ attributes: attributes.split('\n').sort(), numbers, brand, category }).toEqual({
    attributes: ['Diameter: 288.5 mm', 'Material: Steel', 'Thickness: 25 mm'],
    numbers: 'OE Volkswagen: 1K0 615 301 ED\nOE Audi: 8P0 615 301 ED',
    brand: 'Journey Brakes',
    category: 'brake-discs',
  })
})

test('a duplicate has everything but name, own numbers and stock, is hidden, and takes the list of cars along', async ({
  page,
}) => {
  const token = await signIn(page, demoAdmin)
  const headers = { authorization: `Bearer ${token}` }
  const numbers = 'Own: ED-1\nOE Volkswagen: 1K0 615 302 ED\nEAN: 40170725'
  const { insertedId: id } = await (
    await page.request.post('/api/services', {
      headers,
      data: {
        productName: 'Editor original',
        availableQty: 9,
        orderQty: 2,
        price: 21.5,
        productDescription: 'A part that there are two of.',
        image: '/products/brake-disc-1200.webp',
        morePictures: '/products/piston-1200.webp',
        category: 'brake-discs',
        attributes: 'Diameter: 312 mm',
        numbers,
        unit: 'pair',
        shelf: 'E1',
      },
    })
  ).json()
  const vehicleId = 'volkswagen-golf-5-2.0-tdi-bkd'
  const line = { headers, data: { vehicleId, quantity: 2 } }
  expect((await page.request.post(`/api/manage/services/${id}/fitments`, line)).ok()).toBe(true)

  await page.setViewportSize(phone)
  await page.goto('/dashboard/manageProducts?q=editor+original')
  await page.getByRole('link', { name: 'Duplicate Editor original' }).click()
  await expect(page.getByLabel('Product name')).toHaveValue('Editor original (copy)')
  await expect(page.getByLabel('Available quantity')).toHaveValue('0')
  await expect(page.getByLabel('Visibility')).toHaveValue('hidden')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Product name').fill('Editor second')
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/addProduct$/)
  await expect(page.getByLabel('Product name')).toHaveValue('')
  await page.getByRole('button', { name: 'Add its cars' }).click()
  await expect(page.getByRole('region', { name: 'Cars' }).getByRole('row')).toContainText([
    'Volkswagen Golf 5',
  ])

  const second = await partNamed(page, 'editor second', token)
  const original = await partNamed(page, 'editor original', token)
  expect(second).toEqual({
    ...original,
    _id: second._id,
    productName: 'Editor second',
    availableQty: 0,
    numbers: 'OE Volkswagen: 1K0 615 302 ED',
    visibility: 'hidden',
  })

  // On the same page its cars are changed, and Back asks before it loses what is typed.
  await page.getByRole('button', { name: /^Remove Volkswagen Golf 5/ }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('No cars on the list of this part yet')).toBeVisible()
  await page.getByLabel('Price in dollars').fill('30')
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add Product' })).toBeVisible()
  expect((await partNamed(page, 'editor second', token)).price).toBe(21.5)
})
