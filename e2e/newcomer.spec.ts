import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { linkToken, newest } from '~/test/outbox.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { tokenFor } from './sign-in.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true, locale: 'en-GB' })

const email = 'newcomer@phone.example'

/** Every tap on the page; what is typed, and the keys of the keyboard, are none. */
function counted(page: Page) {
  let taps = 0
  return {
    async tap(target: Locator) {
      taps += 1
      await target.tap()
    },
    /** A link in a mail. */
    async follow(address: string) {
      taps += 1
      await page.goto(address)
    },
    taps: () => taps,
  }
}

test('a newcomer with a phone comes from the first page to a paid order and an asked return in 16 taps', async ({
  page,
  request,
}) => {
  test.slow()
  const { tap, follow, taps } = counted(page)
  await page.goto('/')
  await page.getByLabel('Your car in words').fill('golf 2.0 tdi 2006')
  await tap(page.getByRole('link', { name: /Golf 5 2\.0 TDI/ }))
  // What fits, the first of it in sight.
  await expect(page.getByRole('heading', { name: '7 parts for Golf 5 2.0 TDI' })).toBeVisible()
  await expectInSight(page.getByRole('article').first())
  await tap(page.getByRole('link', { name: /^Details of .*Brake Disc/ }))
  await expect(page.getByText('Fits if front brake discs: 312 mm')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the 7 parts' })).toBeVisible()
  const add = page.getByRole('button', { name: 'Add to cart', exact: true })
  await expectInSight(add)
  await tap(add)
  await expect(page.getByText(/Brake Disc.* is in your cart$/)).toBeVisible()
  await tap(page.getByRole('button', { name: 'Search the shop' }))
  const field = page.getByRole('banner').locator('[type=search]')
  await expect(field).toBeFocused()
  await field.fill('engine oil')
  await page.keyboard.press('Enter')
  await tap(page.getByRole('button', { name: /^Add to cart: .*Engine Oil/ }))
  await expect(page.getByText(/Engine Oil.* is in your cart$/)).toBeVisible()
  await tap(page.getByRole('banner').getByRole('link', { name: 'Cart' }))

  const register = page.getByRole('main').getByRole('link', { name: 'Register' })
  await expectInSight(register)
  await tap(register)
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Passw0rd1')
  await tap(page.getByRole('button', { name: 'Register' }))
  await tap(page.getByRole('link', { name: 'open the mailbox' }))
  await expect(page).toHaveTitle('Mailbox - Car Parts')
  await follow(`/verify-email#${await linkToken(dataDir(), email, 'verify-email')}`)
  // Back in the cart, signed in, with all that was in it; the welcome does not lie on the button.
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('list', { name: 'Parts in the cart' }).getByRole('listitem')).toHaveCount(2)
  const checkout = page.getByRole('button', { name: 'Checkout' })
  await expectInSight(checkout)
  await expectNoSidewaysScroll(page)
  await tap(checkout)

  const form = page.getByRole('form', { name: 'Payment' })
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace')
  await expect(form.getByLabel('Country')).toHaveValue('United Kingdom')
  await form.getByLabel('Street and number').fill('14 Analytical Row')
  await form.getByLabel('Town').fill('Bath')
  await form.getByLabel('Postal code').fill('BA1 1AA')
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await tap(page.getByRole('button', { name: /^Pay \$/ }))
  const paid = page.getByRole('dialog', { name: 'Payment Successful' })
  await expect(paid).toContainText('14 Analytical Row, BA1 1AA Bath, United Kingdom')

  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await deliver(request, id)
  const { text } = await newest(dataDir(), email, 'has arrived')
  expect(text).toContain(`/dashboard/delivery/${id}`)
  await follow(`/dashboard/delivery/${id}`)
  await expect(page.getByRole('heading', { name: /^Delivered / })).toBeVisible()
  // Two parts, and one number for both.
  await expect(page.getByRole('region', { name: '2 parts' })).not.toContainText('no. ')
  await tap(page.getByRole('button', { name: /^Return .*Brake Disc/ }))
  const asked = page.getByRole('form', { name: 'Return' })
  await tap(asked.getByText('It does not fit'))
  await tap(asked.getByRole('button', { name: 'Ask for the return' }))
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Return asked')
  await expectNoSidewaysScroll(page)
  expect(taps()).toBeLessThanOrEqual(16)
})

/** Without scrolling, and with nothing lying on it. */
const expectInSight = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
        return y + height <= innerHeight && element.contains(onTop)
      }),
    )
    .toBe(true)

/** Packed, shipped and delivered by an admin. */
async function deliver(request: APIRequestContext, id: string) {
  const headers = { authorization: `Bearer ${await tokenFor({ request }, demoAdmin)}` }
  await request.post('/api/parcels/pack', { data: { ids: [id] }, headers })
  await request.post(`/api/parcels/${id}/ship`, { data: { carrier: 'dhl' }, headers })
  await request.post(`/api/parcels/${id}/deliver`, { headers })
}
