import type { Page } from '@playwright/test'
import { linkToken } from '../test/outbox.ts'
import {
  desktop,
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  phone,
  test,
  withoutNews,
} from './fixtures.ts'
import { dataDir, demoAdmin, logOut } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

const golf = 'Volkswagen Golf 5 2.0 TDI (BKD)'
const inShort = 'Golf 5 2.0 TDI'
const bar = (page: Page) => page.getByRole('banner')
const carLine = (page: Page) => page.getByRole('region', { name: 'My car' })
const cardOf = (page: Page, name: RegExp) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

/** As on the page of the garage, which visitors without a car are led to. */
async function chooseCar(page: Page, words: string, name: string) {
  await bar(page).getByRole('link', { name: 'My car' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Which car is it for?' })).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Your car in words' })
  await box.fill(words.slice(0, 4))
  await expect(page.getByRole('link', { name })).toBeVisible()
  // The last words and the click at once, and a shop that takes a moment: the search must not lead back here.
  await page.route('**/api/facets*', (route) => setTimeout(() => void route.continue(), 400), { times: 1 })
  await box.fill(words)
  await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/shop\?car=/)
}

/** What has moved without anybody having touched it. */
const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    type Shift = { value: number; sources: { node: Node | null }[] }
    for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return (observer.takeRecords() as unknown as Shift[]).map(
      ({ value, sources }) =>
        `${value}: ${sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 100)).join(', ')}`,
    )
  })

test('a visitor chooses a car, and every card says in words whether it fits; nothing moves', async ({
  page,
}) => {
  await page.goto('/')
  await expect(carLine(page)).toHaveCount(0)
  await chooseCar(page, 'golf tdi', golf)
  // The list is for the car at once, and the line under the bar says so.
  await expect(carLine(page)).toContainText(/Golf 5 2\.0 TDI.*7 parts fit/)
  await expect(page.getByRole('heading', { name: `7 parts for ${inShort}` })).toBeVisible()
  await expect(page.getByLabel('Sort by')).toContainText('Best fit')
  await expect(cardOf(page, /Spark Plug/)).toHaveCount(0)
  await expect(page.getByRole('article').last().getByText('Fits every car')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await carLine(page).getByRole('link', { name: 'Show all' }).click()
  // Other journeys add parts of their own.
  await expect(page.getByRole('heading', { name: /^\d+ parts$/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Not checked' }).first()).toBeVisible()
  await carLine(page).getByRole('link', { name: 'Show what fits' }).click()
  await expect(page.getByRole('article')).toHaveCount(7)

  await bar(page).getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page).toHaveURL('/shop')
  await expect(cardOf(page, /Jump Leads/).getByText('Fits every car')).toBeVisible()
  await expect(cardOf(page, /Brake Disc/).getByText('Fits if front brake discs: 312 mm')).toBeVisible()
  await expect(cardOf(page, /Spark Plug/).getByText('Does not fit')).toBeVisible()
  await expect(cardOf(page, /Battery/).getByText('Not checked')).toBeVisible()
  await expect(page.getByText(/^2 of \d+ parts on this page fit your car$/)).toBeAttached()

  await withoutNews(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/fit') calls.push(request.url())
  })
  await page.reload()
  await expect(cardOf(page, /Jump Leads/).getByText('Fits every car')).toBeVisible()
  await expect(carLine(page)).toContainText('7 parts fit')
  await expect(carLine(page).getByRole('link', { name: 'Show them' })).toBeVisible()
  expect(await layoutShifts(page)).toEqual([])
  expect(calls).toHaveLength(1)

  await bar(page)
    .getByRole('button', { name: `My car: ${inShort}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'My car' })
  await expect(dialog.getByText('1 of 5, saved in this browser')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Your car in words' }).fill('bpy')
  await expect(dialog.getByRole('link', { name: /Audi A3/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('searchbox', { name: 'Your car in words' }).fill('gti')
  await expect(dialog.getByRole('link', { name: /Audi A3/ })).toBeHidden()
  await expect(dialog.getByRole('link', { name: /Volkswagen GTI/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cardOf(page, /Brake Disc/).getByText('Fits', { exact: true })).toBeVisible()

  await bar(page)
    .getByRole('button', { name: /^My car: GTI/ })
    .click()
  await dialog.getByRole('button', { name: 'Show parts without a car' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Fits every car')).toHaveCount(0)
  await expect(bar(page).getByRole('button', { name: 'My car', exact: true })).toBeVisible()
})

test('only what fits my car: with categories and search, and nothing is left out without being said', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/shop')
  await expect(carLine(page)).toContainText('and see what fits')
  await bar(page).getByPlaceholder('Search parts').fill('brake disc for golf tdi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '“golf tdi” is a car' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: golf }).click()
  await expect(bar(page).getByPlaceholder('Search parts')).toHaveValue('brake disc')
  await expect(bar(page).getByRole('button', { name: `My car: ${inShort}` })).toBeVisible()
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters.getByLabel('Only what fits my car')).toBeChecked()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\?car=volkswagen-golf-5-2.0-tdi-bkd/)
  await expect(cardOf(page, /Brake Disc/).getByText('Fits if front brake discs: 312 mm')).toBeVisible()
  await expect(cardOf(page, /Spark Plug/)).toHaveCount(0)
  await expect(page.getByText(/^\d+ that do not fit$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(filters.getByLabel('Only what fits my car')).toBeChecked()
  expect(await layoutShifts(page)).toEqual([])

  await page.getByRole('link', { name: /^\d+ not checked$/ }).click()
  await expect(page.getByText(`Nobody has checked these against the ${inShort}.`)).toBeVisible()
  await expect(cardOf(page, /Battery/).getByText('Not checked')).toBeVisible()
  await page.getByRole('link', { name: /^\d+ that fit$/ }).click()
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /^Brakes/ })
    .click()
  await expect(page).toHaveURL(/\/shop\/brakes\?car=volkswagen-golf/)
  await expect(page.getByRole('heading', { name: '2 parts' })).toBeVisible()

  // The list follows the car.
  await bar(page)
    .getByRole('button', { name: `My car: ${inShort}` })
    .click()
  await page.getByRole('searchbox', { name: 'Your car in words' }).fill('tesla')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Tesla Model 3/ })
    .click()
  await expect(page).toHaveURL(/\/shop\/brakes\?car=tesla/)
  await filters.getByLabel('Only what fits my car').uncheck()
  await expect(page).toHaveURL(/\/shop\/brakes\?car=tesla.*&fit=all$/)
  await expect(filters.getByLabel('Only what fits my car')).not.toBeChecked()
  // A search in the bar is for the car, too, and each suggestion says whether it fits.
  await bar(page).getByPlaceholder('Search parts').fill('jump')
  await expect(page.getByRole('option', { name: /Jump Leads/ })).toContainText('Fits every car')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shop\?q=jump&car=tesla.*&fit=all$/)
  await expect(cardOf(page, /Jump Leads/).getByText('Fits every car')).toBeVisible()
  await filters.getByLabel('Only what fits my car').check()
  await expect(page).toHaveURL(/\/shop\?q=jump&car=tesla[^&]*$/)
  await expectAccessibleAt(page, phone)
})

test('step by step a car is four taps away, and a garage in the browser holds five', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/shop')
  await bar(page).getByRole('link', { name: 'My car' }).click()
  await page.getByRole('link', { name: /^Volkswagen/ }).click()
  await page.getByRole('link', { name: /^Jetta/ }).click()
  await page.getByRole('link', { name: /^Volkswagen Jetta/ }).click()
  await expect(cardOf(page, /Radiator/).getByText('Fits if gearbox: manual')).toBeVisible()
  await expectAccessibleAt(page, phone)
  for (const [words, name] of [
    ['gti', 'Volkswagen GTI'],
    ['a3', 'Audi A3'],
    ['bmw', 'BMW 328i'],
    ['civic', 'Honda Civic'],
    ['panda', 'Fiat Panda'],
  ] as const) {
    await page.goto('/garage')
    await page.getByRole('searchbox', { name: 'Your car in words' }).fill(words)
    await page.getByRole('link', { name }).click()
    if (words === 'panda') break
    await expect(page).toHaveURL(/\/shop\?car=/)
  }
  await expect(page.getByText('There is room for 5 cars. Remove one to save another.')).toBeVisible()
  await expect(page.getByText('5 of 5, saved in this browser')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /^Remove Honda Civic/ }).click()
  await page.getByRole('link', { name: 'Fiat Panda' }).click()
  await expect(page).toHaveURL(/\/shop\?car=fiat/)
})

test('the home page asks for the car first, finds it while one types, and leads to what fits it; admins are not asked', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  const picker = page.getByRole('form', { name: 'Which car is it for?' })
  const box = picker.getByRole('searchbox', { name: 'Your car in words' })
  await box.fill('yugo koral')
  await expect(picker.getByText('“yugo koral” is not on our list yet.')).toBeVisible()
  await box.fill('golf tdi')
  await expect(picker.getByRole('link', { name: golf })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await picker.getByRole('button', { name: 'Show what fits' }).click()
  await expect(page).toHaveURL(/\/shop\?car=volkswagen-golf/)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Show the 7 parts that fit' })).toBeVisible()
  await expect(picker).toBeHidden()
  expect(await layoutShifts(page)).toEqual([])
  await expectAccessibleAt(page, desktop)

  await signIn(page, demoAdmin)
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Logout')).toBeVisible()
  await expect(page.getByText('Which car is it for?')).toBeHidden()
  await expect(bar(page).getByText('My car')).toBeHidden()
  await page.goto('/shop')
  await expect(carLine(page)).toBeHidden()
})

test('on the page of a part the one question decides, and its answer can be changed', async ({ page }) => {
  const { token } = await registerByApi(
    (to) => linkToken(dataDir(), to, 'verify-email'),
    `driver-${Date.now()}@cars.example`,
  )
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
  await page.goto('/services/brake-disc')
  const panel = page.getByRole('region', { name: 'Does it fit your car?' })
  await expect(panel.getByText('Does it fit your car?')).toBeVisible()
  await panel.getByRole('button', { name: 'Choose your car' }).click()
  await page.getByRole('searchbox', { name: 'Your car in words' }).fill('bkd')
  await page.getByRole('dialog').getByRole('link', { name: golf }).click()

  await expect(panel.getByText('Fits if front brake discs: 312 mm')).toBeVisible()
  await expectInView(page, 'Order now', { width: 1440, height: 900 })
  await expectInView(page, 'Order now', phone)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page)
  const question = panel.getByRole('group', { name: 'How large are the front brake discs?' })
  await question.getByRole('button', { name: '288 mm' }).click()
  await expect(panel.getByText(/^Does not fit your .*Golf 5 2\.0 TDI/)).toBeVisible()
  await expect(panel.getByText('Front brake discs: yours 288 mm; this part is for 312 mm.')).toBeVisible()
  await expect(panel.getByText('No other part of this kind here is known to fit your car.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await panel.getByRole('button', { name: 'Change front brake discs' }).click()
  await question.getByRole('button', { name: '312 mm' }).click()
  await expect(panel.getByText(/^Fits your .*Golf 5 2\.0 TDI/)).toBeVisible()
  await expect(
    panel.getByText(/^Front, 2 needed\. For the 2\.0 TDI \(BKD\) built 10\/2003 to 11\/2008/),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Cars it is listed for' })).toContainText(inShort)
  await expect(page.getByText('Example data: the parts of this demo are invented.')).toBeVisible()
  await expectAccessibleAt(page, phone)
})

/** Without scrolling, and not behind anything. */
async function expectInView(page: Page, name: string, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toHaveCount(1)
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click({ trial: true })
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

test('cars of the browser join those of the account at log-in, and leave the browser at log-out', async ({
  page,
}) => {
  const email = `garage-${Date.now()}@cars.example`
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.put('/api/my-garage/at-home', {
    data: { vehicleId: 'tesla-model-3-rear-drive' },
    headers: { authorization: `Bearer ${token}` },
  })
  await page.goto('/shop')
  await chooseCar(page, 'golf', golf)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Passw0rd1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await bar(page)
    .getByRole('button', { name: `My car: ${inShort}` })
    .click()
  await expect(page.getByRole('dialog').getByText('2 of 10, saved with your account')).toBeVisible()
  await page.keyboard.press('Escape')
  const stored = await person.get('/api/my-garage', { headers: { authorization: `Bearer ${token}` } })
  expect((await stored.json()).map(({ name }: { name: string }) => name)).toEqual([
    golf,
    'Tesla Model 3 Rear-wheel drive',
  ])
  await logOut(page)
  await expect(bar(page).getByText(inShort)).toHaveCount(0)
  expect(await page.evaluate(() => [localStorage.getItem('garage'), localStorage.getItem('car')])).toEqual([
    null,
    null,
  ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the garage is plain links and a form', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'Your car in words' }).fill('bkd')
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await expect(page).toHaveURL('/garage?q=bkd')
    await expect(page.getByRole('link', { name: golf })).toBeVisible()
    await bar(page).getByRole('link', { name: 'My car' }).click()
    await page.getByRole('link', { name: /^Volkswagen/ }).click()
    await expect(page.getByRole('heading', { name: 'Which model?' })).toBeVisible()
    await page.getByRole('link', { name: /^Golf/ }).click()
    await expect(page.getByRole('link', { name: golf })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Your car in words' }).fill('bkd 2006')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('link', { name: golf })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Your car in words' }).fill('yugo koral')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No such car on our list' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Your car in words' }).fill('1HGFAG6568L000001')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('There is a mistake in this VIN. Is this your car?')).toBeVisible()
    await expect(page).toHaveURL('/garage')
    await page.getByRole('link', { name: /Honda Civic 8 1.8/ }).click()
    await expect(page).toHaveURL(/\/shop\?car=honda-civic-8-1.8-r18a1&facts=built/)
  })

  test('a search that names a car leads to the parts for it', async ({ page }) => {
    await page.goto('/shop?q=brake+disc+golf+2.0+tdi+2006')
    await expect(page.getByRole('heading', { name: '“golf 2.0 tdi 2006” is a car' })).toBeVisible()
    await page.getByRole('link', { name: golf }).click()
    await expect(page).toHaveURL(/\/shop\?q=brake(\+|%20)disc&car=volkswagen-golf/)
    await expect(cardOf(page, /Brake Disc/).getByText('Fits if front brake discs: 312 mm')).toBeVisible()
  })

  test('a car of the garage leads to the parts that fit it, and filters keep it', async ({ page }) => {
    await page.goto('/garage?make=volkswagen&model=golf')
    await page.getByRole('link', { name: golf }).click()
    await expect(page).toHaveURL(/\/shop\?car=volkswagen-golf/)
    await expect(cardOf(page, /Brake Disc/).getByText('Fits if front brake discs: 312 mm')).toBeVisible()
    await expect(cardOf(page, /Spark Plug/)).toHaveCount(0)
    const filters = page.getByRole('form', { name: 'Filters' })
    await filters.getByLabel('In stock').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(page).toHaveURL(/car=volkswagen-golf.*stock=in|stock=in.*car=volkswagen-golf/)
    await page.getByRole('link', { name: /^Brakes \d/ }).click()
    await expect(page).toHaveURL(/\/shop\/brakes\?car=volkswagen-golf/)
    await expect(carLine(page)).toContainText('7 parts fit')
    await filters.getByLabel('Only what fits this car').uncheck()
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(page).toHaveURL(/\/shop\/brakes\?.*fit=all/)
    await carLine(page).getByRole('link', { name: 'Show what fits' }).click()
    await expect(page).toHaveURL(/\/shop\/brakes\?car=volkswagen-golf[^&]*$/)
  })
})
