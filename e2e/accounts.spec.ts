import { linkToken, newestCode } from '../test/outbox.ts'
import { aPng } from '../test/pictures.ts'
import { expect, expectAccessible, test, untilAlive } from './fixtures.ts'
import { dataDir, demoCustomer, logIn, logOut, register, typeLogin } from './people.ts'

const verifyToken = (to: string) => linkToken(dataDir(), to, 'verify-email')
const anAddress = (name: string) => `${name}-${Date.now()}@people.example`
const tokenIn = (page: import('@playwright/test').Page) => page.evaluate(() => localStorage.accessToken)

test('register, verify by mail, log out, log in, reset, log in again', async ({ page }) => {
  const email = anAddress('journey')
  await register(page, verifyToken, email)
  await expect(page.getByText('Welcome, Ada Lovelace!')).toBeVisible()
  await expect(page.getByText(`You are logged in with ${email}`)).toBeVisible()
  await logOut(page)
  expect(await tokenIn(page)).toBeUndefined()
  await logIn(page, { email, password: 'Passw0rd1' })
  await logOut(page)

  await page.getByRole('link', { name: 'Login' }).first().click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Both pages have a field of that name.
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText(`Password reset email sent to ${email}`)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto(`/new-password#${await linkToken(dataDir(), email, 'new-password')}`)
  await untilAlive(page)
  await page.getByLabel('New password').fill('Different9')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await typeLogin(page, { email, password: 'Different9' })
  await expect(page.getByText(`You are logged in with ${email}`)).toBeVisible()

  await page.goto(`/new-password#${await linkToken(dataDir(), email, 'new-password')}`)
  await expect(page.getByRole('alert').getByText('This link has been used or is too old.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await expectAccessible(page)
})

test('the part one wanted survives registering, Send again and the link opened in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = anAddress('wanted')
  await page.goto('/services/brake-disc')
  await expect(page).toHaveURL(/\/login$/)
  await untilAlive(page)
  await page.getByRole('link', { name: 'Register', exact: true }).click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Passw0rd1')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`We sent the link to ${email} again.`)).toBeVisible()
  await expectAccessible(page)

  const elsewhere = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })
  const other = await elsewhere.newPage()
  await other.goto(`/verify-email#${await verifyToken(email)}`)
  await expect(other.getByText('You registered in another browser.')).toBeVisible()
  await other.getByLabel('Password').fill('Wrong1234')
  await other.getByRole('button', { name: 'Verify account' }).click()
  await expect(other.getByText('That is not the password typed at registration.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Start over with a password of your own' })).toBeVisible()
  await expectAccessible(other)
  await other.getByLabel('Password').fill('Passw0rd1')
  await other.getByRole('button', { name: 'Verify account' }).click()
  await expect(other).toHaveURL(/\/services\/brake-disc$/)
  await elsewhere.close()
})

test('the forms say what is wrong in the words of the specification', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const words of ['Name is required', 'Email is required', 'Password is required'])
    await expect(page.getByText(words)).toBeVisible()
  await page.getByLabel('Name').fill('R2D2')
  await page.getByLabel('Email').fill('nonsense')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Name is not valid')).toBeVisible()
  await expect(page.getByText('Email is not a valid email address')).toBeVisible()
  const rule = 'Password must be at least 8 characters, contain at least one letter and one number'
  await expect(page.getByText(rule)).toBeVisible()
  await page.getByLabel('Password').fill('p@ssword1')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(rule, { exact: true })).toBeVisible()
  await expect(page.getByText('Only letters from A to Z and digits', { exact: false })).toBeVisible()
  await expectAccessible(page)
})

test('a wrong password is shown in red under the form', async ({ page, complaints }) => {
  await page.goto('/login')
  await typeLogin(page, { ...demoCustomer, password: 'Wrong1234' })
  await expect(page.getByRole('alert').getByText('Wrong email or password.')).toBeVisible()
  await expectAccessible(page)
  complaints.length = 0
})

test('a user who comes back after the token has ended is still signed in and sees their pages', async ({
  page,
}) => {
  await logIn(page, demoCustomer)
  // Before the next page begins: this one may still be asking for the cart.
  await page.addInitScript(() => {
    const claims = { email: 'customer@carparts.example', exp: 1 }
    localStorage.setItem('accessToken', `e30.${btoa(JSON.stringify(claims))}.ended`)
  })
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
})

test('another tab that logs out logs this one out, too', async ({ page, context }) => {
  await logIn(page, demoCustomer)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the profile is saved, and a phone is enrolled, asked for at log-in and removed', async ({
  page,
  complaints,
}) => {
  const email = anAddress('phone')
  const phone = `+1212${String(Date.now()).slice(-7)}`
  await register(page, verifyToken, email)
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByLabel('Name').fill('Augusta Ada King')
  await page.getByLabel('Education').fill('Mathematics')
  await page.getByLabel('Location').fill('London')
  await page.getByLabel('Phone', { exact: true }).fill('020 7946 0958')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Education')).toHaveValue('Mathematics')
  await expect(page.getByLabel('Name')).toHaveValue('Augusta Ada King')
  await expectAccessible(page)

  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await aPng(400, 300) }
  await page.getByLabel('Add a picture').setInputFiles(picture)
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  const shown = page.getByRole('img', { name: 'Your picture' })
  await expect(shown).toHaveAttribute('src', /^\/images\/[0-9a-f]{40}-320\.webp$/)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.locator('main img[src^="/images/"]')).toBeVisible()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(shown).toBeHidden()

  await page.getByLabel('Phone', { exact: true }).fill('call me')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Phone must be a number, like +1 212 555 0123')).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('Wrong1234')
  await page.getByLabel('New password').fill('Passw0rd2')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('That is not your password.')).toBeVisible()
  expect(complaints.splice(0).filter((text) => !/\b422\b/.test(text))).toEqual([])
  await expectAccessible(page)
  await page.getByLabel('Current password').fill('Passw0rd1')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your new password is set.')).toBeVisible()

  await page.getByLabel('Phone for codes').fill('+12125550199')
  await page.getByLabel('Your password').fill('Passw0rd2')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('We sent a 6-digit code to +12125550199.')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByRole('button', { name: 'Use another number' }).click()
  await page.getByLabel('Phone for codes').fill(phone)
  await page.getByLabel('Your password').fill('Passw0rd2')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  const first = await newestCode(dataDir(), phone)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await expect.poll(() => newestCode(dataDir(), phone)).not.toBe(first)
  await page.getByLabel('Code').fill(await newestCode(dataDir(), phone))
  await page.getByRole('button', { name: 'Enrol phone' }).click()
  await expect(page.getByText('Your phone is enrolled.')).toBeVisible()
  await logOut(page)

  await page.goto('/login')
  await typeLogin(page, { email, password: 'Passw0rd2' })
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill(await newestCode(dataDir(), phone))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.getByRole('link', { name: 'My Profile' }).click()
  const before = await newestCode(dataDir(), phone)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await expect.poll(() => newestCode(dataDir(), phone)).not.toBe(before)
  await page.getByLabel('Code').fill(await newestCode(dataDir(), phone))
  await page.getByRole('button', { name: 'Remove phone' }).click()
  await expect(page.getByText('Your phone is removed.')).toBeVisible()
})
