import type { Browser } from '@playwright/test'
import { linkToken, messagesTo } from '../test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessible,
  expectAccessibleAt,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
  untilAlive,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn } from './sign-in.ts'

const anAddress = () => `asks-${crypto.randomUUID().slice(0, 8)}@people.example`

async function anAdmin(browser: Browser, viewport = desktop) {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL!, viewport })
  const admin = await context.newPage()
  await signIn(admin, demoAdmin)
  return admin
}

test('a visitor asks about a part, an admin answers, and the answer is in the mailbox', async ({
  page,
  browser,
}) => {
  const [part] = await (await page.request.get('/api/services?page=1&limit=1')).json()
  await page.goto(`/services/${part._id}`)
  await untilAlive(page)
  await page.getByRole('link', { name: 'Write to us about this part' }).click()
  const form = page.getByRole('form', { name: 'Write to us' })
  await expect(form.getByText(part.productName)).toBeVisible()
  await expectAccessible(page)
  const email = anAddress()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Message').fill('Which torque?\n<b>Thank you</b>')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message sent. We will answer by email.')).toBeVisible()

  const admin = await anAdmin(browser)
  await admin.goto(`/dashboard/messages?q=${email}`)
  await admin.getByRole('link', { name: /^Answer / }).click()
  await expect(admin.getByRole('article', { name: `Message from ${email}` })).toContainText(
    '<b>Thank you</b>',
  )
  await expect(admin.getByRole('region', { name: 'About' })).toContainText(part.productName)
  await expect(admin.getByText(/^Written without a log-in/)).toBeVisible()
  const send = admin.getByRole('button', { name: 'Send answer' })
  await send.click()
  await expect(admin.getByText('Answer is required')).toBeVisible()

  // Somebody else is faster: what is typed stays, and their answer appears above it.
  const second = await anAdmin(browser)
  await second.goto(admin.url())
  await second.getByLabel('Answer', { exact: true }).fill('Ninety newton metres.')
  await admin.getByLabel('Answer', { exact: true }).fill('It is 90 Nm.\n\nKind regards')
  await second.getByRole('button', { name: 'Send answer' }).click()
  await expect(second.getByText('The answer is sent')).toBeVisible()
  await send.click()
  await expect(admin.getByRole('alert')).toContainText('has answered this message meanwhile')
  await expect(admin.getByText('Ninety newton metres.')).toBeVisible()
  await expect(admin.getByLabel('Answer', { exact: true })).toHaveValue('It is 90 Nm.\n\nKind regards')
  await send.click()
  await expect(admin.getByText('Kind regards')).toHaveCount(1)
  await expect(admin.getByLabel('Answer', { exact: true })).toHaveValue('')
  await expect(admin.getByText('Answered', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(admin)
  await expectAccessibleAt(admin, phone)

  await expect(() => expect(messagesTo(dataDir(), email)).toHaveLength(2)).toPass()
  await page.goto('/mailbox')
  await page
    .getByRole('link', { name: new RegExp(email) })
    .first()
    .click()
  await expect(page.frameLocator('iframe').getByText('<b>Thank you</b>')).toBeVisible()
  await admin.context().close()
  await second.context().close()
})

test(
  'with a phone a customer asks whether a part fits, and their car stands beside the message',
  atLength,
  async ({ page, browser }) => {
    await page.setViewportSize(phone)
    const email = anAddress()
    const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
    await person.put('/api/my-garage/mine', {
      data: { vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd', facts: '' },
      headers: { authorization: `Bearer ${token}` },
    })
    await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
    await page.goto('/services/brake-disc')
    await page.getByRole('link', { name: 'Write to us about this part' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel(/^It is about my Golf 5/)).toBeChecked()
    await page.getByLabel('Message').fill('Does it fit?')
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Write about something else' }).click()
    await expect(page.getByRole('form', { name: 'Write to us' }).getByText('Brake Disc')).toHaveCount(0)
    await expect(page.getByLabel('Message')).toHaveValue('Does it fit?')
    await page.goBack()
    await page.getByLabel('Message').fill('Does it fit?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Message sent. We will answer by email.')).toBeVisible()

    const admin = await anAdmin(browser, phone)
    await admin.goto(`/dashboard/messages?q=${email}`)
    await admin.getByRole('link', { name: /^Answer / }).click()
    await expect(admin.getByRole('region', { name: 'About' })).toContainText('Volkswagen Golf 5')
    await expect(admin.getByRole('region', { name: 'Customer' })).toContainText(email)
    await expectNoSidewaysScroll(admin)
    await expectAccessibleInBothThemes(admin)
    await admin.getByRole('button', { name: 'Answered elsewhere' }).click()
    await expect(admin.getByText('Answered elsewhere: nothing was mailed from here.')).toBeVisible()
    await admin.getByRole('button', { name: /^Mark as unread/ }).click()
    await expect(admin.getByRole('heading', { name: 'Messages' })).toBeVisible()
    await admin.context().close()
  },
)
