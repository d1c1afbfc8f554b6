import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
import { desktop, expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

test('a parcel goes from the payment to its address: packed, shipped and delivered, and the customer sees where it is', async ({
  page,
  browser,
  complaints,
}) => {
  test.slow()
  const email = 'parcel@delivery.example'
  const { id } = await anOrder(page, email)
  await page.setViewportSize(desktop)
  await page.goto(`/dashboard/payment/${id}`)
  const form = page.getByRole('form', { name: 'Payment' })
  // With all fields of an address above it, on the first screen.
  await expect(form.getByLabel('Street and number')).toBeVisible()
  const payButton = form.getByRole('button', { name: /^Pay \$/ })
  await expect.poll(async () => (await payButton.boundingBox())!.y).toBeLessThan(desktop.height - 48)
  await page.setViewportSize(phone)
  const charges = chargesOf(page)
  await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace')
  // Left empty: nothing is charged.
  await typeCard(page)
  await pressPay(page)
  await expect(form.getByText('Street and number is required')).toBeVisible()
  await expect(form.getByText('Fill in the marked field. Nothing was charged.')).toBeVisible()
  await expect(form.getByLabel('Street and number')).toBeFocused()
  // Typed in part: what was typed stays.
  await form.getByLabel('Street and number').fill('14 <b>Analytical</b> Row')
  await form.getByLabel('Postal code').fill('BA1 1AA')
  await form.getByLabel('Town').fill('Bath')
  await expect(form.getByLabel('Keep this as my address')).toBeChecked()
  // Where the browser is from: a country with states asks for one.
  await expect(form.getByLabel('Country')).toHaveValue('United States')
  await pressPay(page)
  await expect(form.getByText('State is required')).toBeVisible()
  await expect(form.getByLabel('State')).toBeFocused()
  await expect(form.getByLabel('Postal code')).toHaveValue('BA1 1AA')
  await expectAccessible(page)
  expect(charges).toEqual([])
  // Typed and never saved: Pay does it, also when the card is declined.
  await form.getByLabel('Country').selectOption('United Kingdom')
  await expect(form.getByLabel('State')).toHaveCount(0)
  await expect(form.getByLabel('Postal code')).toHaveValue('BA1 1AA')
  await typeCard(page, '4000000000000002')
  await pressPay(page)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByText('14 <b>Analytical</b> Row')).toBeVisible()
  await expect(form.getByLabel('Street and number')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  complaints.length = 0
  await pay(page)
  await expect(page.getByText('Being prepared')).toBeVisible()
  await page.getByRole('link', { name: /^Panel Air Filter/ }).click()
  await expect(page).toHaveURL(`/dashboard/delivery/${id}`)
  const steps = page.getByRole('list', { name: 'Delivery' }).getByRole('listitem')
  await expect(page.getByRole('heading', { name: /^Arrives \w{3}, \w{3} \d+ to / })).toBeVisible()
  await expect(steps).toHaveText([/^Paid, done\w+ \d+, /, '2Packed', '3Shipped', /^4Delivered\w{3}, .* to /])
  // Nothing is sent back before it is packed.
  await expect(page.getByRole('button', { name: /^Return/ })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  await admin.goto('/dashboard')
  const toDo = admin.getByRole('region', { name: 'To do' })
  for (const name of ['To pack', 'Needs an address', 'Returns to answer', 'Unread messages'])
    await expect(toDo.getByRole('link', { name: new RegExp(`^\\d+ ?${name}`) })).toBeVisible()
  await expect(toDo.getByRole('list', { name: 'What has waited longest' })).toContainText(/Pack no\. /)
  await expectAccessible(admin)
  await admin
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^To pack \d+ waiting$/ })
    .click()
  const parcel = admin.getByRole('article', { name: `Parcel ${id.slice(-8).toUpperCase()}` })
  await expect(parcel).toContainText('14 <b>Analytical</b> Row')
  await expect(parcel).toContainText('BA1 1AA Bath')
  await expectAccessible(admin)
  await parcel.getByRole('checkbox').check()
  await admin.getByRole('link', { name: 'Print 1 packing slip' }).click()
  const slip = admin.getByRole('article', { name: `Packing slip ${id.slice(-8).toUpperCase()}` })
  await expect(slip).toContainText('14 <b>Analytical</b> Row')
  await expect(slip).toContainText(/\d ×.*Panel Air Filter/)
  await expect(slip).not.toContainText(email)
  await expect(slip).not.toContainText('$')
  await expectAccessible(admin)
  await admin.emulateMedia({ media: 'print' })
  await expect(slip).toBeVisible()
  await expect(admin.getByRole('heading', { name: '1 packing slip' })).toBeHidden()
  await expect(admin.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  await admin.emulateMedia({ media: 'screen' })
  await admin.goBack()
  await parcel.getByRole('link', { name: /^Label/ }).click()
  await expect(admin.getByText('An address label, not postage')).toBeVisible()
  await expect(admin.getByRole('article', { name: /^Address label/ })).toContainText('BA1 1AA Bath')
  const downloading = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download PDF, A6' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^label-\w{8}\.pdf$/)
  await expectAccessible(admin)
  await admin.goBack()
  await parcel.getByRole('checkbox').check()
  await admin.getByRole('button', { name: 'Mark 1 parcel as packed' }).click()
  await expect(parcel).toHaveCount(0)

  await admin.getByRole('link', { name: 'Packed' }).click()
  await parcel.getByRole('button', { name: /^Not packed after all/ }).click()
  await expect(parcel).toHaveCount(0)
  await admin.getByRole('link', { name: 'To pack' }).last().click()
  await parcel.getByRole('button', { name: /^Packed/ }).click()
  await admin.getByRole('link', { name: 'Packed' }).click()
  // The second click finds nothing that takes the step back.
  await parcel.getByRole('button', { name: /^Ship/ }).dblclick()
  const ship = admin.getByRole('form', { name: 'Ship' })
  await ship.getByLabel('Carrier').selectOption('UPS')
  await ship.getByLabel('Tracking number').fill('no!')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(ship.getByText('A tracking number has 4 to 40 letters, digits and dashes')).toBeVisible()
  await ship.getByLabel('Tracking number').fill('1z 999 aa1 0123456784')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(parcel).toHaveCount(0)

  await page.reload()
  await expect(steps.nth(2)).toHaveText(/^Shipped, done/)
  await expect(page.getByText('UPS 1Z999AA10123456784')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track with UPS' })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  )
  await expectAccessible(page)
  await admin.getByRole('link', { name: 'Shipped' }).click()
  await parcel.getByRole('button', { name: /^Delivered/ }).click()
  await expect(parcel).toHaveCount(0)
  await context.close()
  await page.goto('/dashboard/orders')
  await expect(page.getByText(/^Delivered \w{3} \d+$/)).toBeVisible()
  await page.getByRole('link', { name: /^Panel Air Filter/ }).click()
  await expect(page.getByRole('heading', { name: /^Delivered \w{3}, / })).toBeVisible()
  // About this purchase: who writes and which one it is stands there.
  const message = page.getByRole('form', { name: 'Write to us about this purchase' })
  await message.getByLabel('Message').fill('Which torque for the screws?')
  const sent = page.waitForRequest('**/api/my-messages')
  await message.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message sent. We will answer by email.')).toBeVisible()
  expect((await sent).postDataJSON()).toEqual({
    email,
    message: 'Which torque for the screws?',
    purchaseId: id,
  })
})

test('a saved address is where a purchase goes, and one that was changed elsewhere is shown before it is paid', async ({
  page,
  browser,
}) => {
  const { id, headers } = await anOrder(page, 'saved@delivery.example')
  const charges = chargesOf(page)
  await page.request.post('/api/addresses', { data: home, headers })
  // Ordered before there was one: the page shows it, and Pay saves it.
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('region', { name: 'Deliver to' })).toContainText(home.street)
  await pay(page)
  await expect(page.getByText('Being prepared')).toHaveCount(1)

  const next = await placeOrder(page, headers)
  await page.goto(`/dashboard/payment/${next}`)
  const address = page.getByRole('region', { name: 'Deliver to' })
  await expect(address).toContainText(home.street)
  await page.request.put(`/api/purchases/${next}/address`, { data: { ...home, town: 'York' }, headers })
  await typeCard(page)
  await pressPay(page)
  await expect(page.getByRole('alert')).toHaveText(
    'The delivery address was changed meanwhile. Please look at it, and pay again.',
  )
  await expect(address).toContainText('York')
  expect(charges).toHaveLength(1)
  await pressPay(page)
  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(dialog).toContainText('It goes to Ada Lovelace, 2 Later Lane, York, UK.')
  await dialog.getByRole('button', { name: 'My Orders' }).click()
  await expect(page.getByText('Being prepared')).toHaveCount(2)

  // Of several, another one is chosen, or typed and not kept.
  const third = await placeOrder(page, headers)
  await page.request.post('/api/addresses', { data: { ...home, street: '3 Foundry Yard' }, headers })
  await page.goto(`/dashboard/payment/${third}`)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByRole('radio', { name: home.street })).toBeFocused()
  await page.getByRole('radio', { name: 'Another address' }).check()
  await page.getByLabel('Street and number').fill('4 Once Only Street')
  await page.getByRole('radio', { name: '3 Foundry Yard' }).check()
  await expectAccessible(page)
  await typeCard(page)
  await pressPay(page)
  await expect(dialog).toContainText('It goes to Ada Lovelace, 3 Foundry Yard, Bath, UK.')
  await dialog.getByRole('button', { name: 'My Orders' }).click()

  // The second click of a double click lands on the card that has moved up, and does nothing.
  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  await admin.goto('/dashboard/parcels')
  const [first, second] = [id, next].map((it) =>
    admin.getByRole('article', { name: `Parcel ${it.slice(-8).toUpperCase()}` }),
  )
  const packed = first!.getByRole('button', { name: /^Packed/ })
  await packed.scrollIntoViewIfNeeded()
  const box = (await packed.boundingBox())!
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const
  let packings = 0
  admin.on('request', (request) => {
    if (request.url().endsWith('/api/parcels/pack')) packings += 1
  })
  await admin.mouse.click(...place)
  await expect(first!).toHaveCount(0)
  await admin.mouse.down({ clickCount: 2 })
  await admin.mouse.up({ clickCount: 2 })
  await admin.reload()
  await expect(second!).toBeVisible()
  expect(packings).toBe(1)
  await context.close()
})

test('an order that was paid without an address asks for it in My Orders, and where it would be paid', async ({
  page,
  browser,
}) => {
  const { id, headers } = await anOrder(page, 'later@delivery.example')
  await payByCalls(page, id, headers)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  await admin.goto('/dashboard/parcels?state=needs_address')
  await expect(admin.getByRole('link', { name: /^Needs an address \d+ waiting$/ })).toBeVisible()
  const parcel = admin.getByRole('article', { name: `Parcel ${id.slice(-8).toUpperCase()}` })
  await parcel.getByRole('button', { name: /^Ask for the address/ }).click()
  await expect(parcel.getByRole('button', { name: /^Asked by mail/ })).toBeVisible()
  await expectAccessible(admin)
  await admin.setViewportSize(phone)
  await expectNoSidewaysScroll(admin)
  await admin.goto(`/dashboard/delivery/${id}`)
  await admin.getByRole('button', { name: /^Ask for the address/ }).click()
  await expect(admin.getByText('This customer was reminded today already.')).toBeVisible()
  await context.close()
  await page.goto(`/dashboard/payment/${id}`)
  await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Add address' })).toHaveAttribute(
    'href',
    `/dashboard/delivery/${id}`,
  )
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Needs an address')).toBeVisible()
  await page.getByRole('link', { name: /^Tell us where it should go/ }).click()
  await expect(page).toHaveURL(`/dashboard/delivery/${id}`)
  await expect(page.getByRole('heading', { name: 'Where should it go?' })).toBeVisible()
  await expect(page.getByText('This purchase has no address.')).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Delivery address' })
  for (const [label, text] of [
    ['Street and number', '2 Later Lane'],
    ['Town', 'Bath'],
  ] as const)
    await form.getByLabel(label).fill(text)
  await form.getByLabel('Country').selectOption('United Kingdom')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('heading', { name: /^Arrives / })).toBeVisible()
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(form.getByLabel('Street and number')).toHaveValue('2 Later Lane')
})

test('the address book in My Profile adds, changes and deletes an address', async ({ page }) => {
  await anOrder(page, 'book@delivery.example')
  await page.goto('/dashboard/myprofile')
  const book = page.getByRole('region', { name: 'Addresses' })
  await book.getByRole('button', { name: 'Add address' }).click()
  for (const [label, text] of [
    ['Name', 'Grace Hopper'],
    ['Street and number', '1 Compiler Court'],
    ['Town', 'Arlington'],
  ] as const)
    await book.getByLabel(label).fill(text)
  await book.getByLabel('State').selectOption('Virginia')
  await book.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByText('1 Compiler Court')).toBeVisible()
  await expect(book.getByText('Arlington, VA')).toBeVisible()
  await expectAccessible(page)
  await book.getByRole('button', { name: /^Change/ }).click()
  await book.getByLabel('Town').fill('New York')
  await book.getByRole('button', { name: 'Save address' }).click()
  await expect(book.getByText('New York')).toBeVisible()
  await book.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(dialog).toContainText('Address has been deleted.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(book.getByText('1 Compiler Court')).toHaveCount(0)
})

const home = { name: 'Ada Lovelace', street: '2 Later Lane', town: 'Bath', country: 'UK' }

type Headers = { authorization: string }

/** Signed in as somebody new, with an unpaid order. */
async function anOrder(page: Page, email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  await page.addInitScript((given) => localStorage.setItem('accessToken', given), token)
  const headers = { authorization: `Bearer ${token}` }
  return { id: await placeOrder(page, headers), headers }
}

async function placeOrder(page: Page, headers: Headers) {
  const { price, orderQty } = await (await page.request.get('/api/service/air-filter')).json()
  const placed = await page.request.post('/api/orders', {
    data: { productId: 'air-filter', quantity: orderQty, size: 'M', price: price * orderQty },
    headers,
  })
  return (await placed.json()).insertedId as string
}

/** As a client of the specified calls does, which know no address. */
async function payByCalls(page: Page, id: string, headers: Headers) {
  const { price } = await (await page.request.get(`/api/order/${id}`, { headers })).json()
  const started = await page.request.post('/create-payment-intent', { data: { price, orderId: id }, headers })
  const { clientSecret } = await started.json()
  const transactionId = clientSecret.split('_secret_')[0]
  const { publishableKey } = await (await page.request.get('/api/pay-config')).json()
  await page.request.post(`/v1/payment_intents/${transactionId}/confirm`, {
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
    headers: { authorization: `Bearer ${publishableKey}` },
  })
  await page.request.patch(`/api/order/${id}`, { data: { transactionId }, headers })
}

/** The cards that this page has charged, or tried to. */
function chargesOf(page: Page) {
  const charges: string[] = []
  page.on('request', (request) => {
    if (/\/payment_intents\/.*\/confirm$/.test(request.url())) charges.push(request.url())
  })
  return charges
}

async function typeCard(page: Page, number = '4242424242424242') {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
}

const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ }).click()

async function pay(page: Page) {
  await typeCard(page)
  await pressPay(page)
  await page
    .getByRole('dialog', { name: 'Payment Successful' })
    .getByRole('button', { name: 'My Orders' })
    .click()
}
