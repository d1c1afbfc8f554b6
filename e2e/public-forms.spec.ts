import { expect, test } from './fixtures.ts'
import { demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

const anAddress = () => `reader-${crypto.randomUUID().slice(0, 8)}@people.example`

test('the newsletter says what is wrong, what failed and what worked, and empties its form', async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  const email = page.getByLabel('Email')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await subscribe.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await email.fill('nonsense')
  await subscribe.click()
  await expect(page.getByText('Email is not a valid email address')).toBeVisible()
  await email.fill(anAddress())
  await page.route('**/api/newsletter/*', (route) => route.fulfill({ status: 500, json: {} }))
  await subscribe.click()
  await expect(page.getByText('Error subscribing to newsletter')).toBeVisible()
  complaints.length = 0
  await page.unroute('**/api/newsletter/*')
  await subscribe.click()
  await expect(page.getByText('Successfully subscribed to newsletter')).toBeVisible()
  await expect(email).toHaveValue('')
})

test('a message is sent from the contact page, and nothing typed is lost before', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Does the brake disc fit my van?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Does the brake disc fit my van?')
  await page.getByLabel('Email').fill(anAddress())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message sent. We will answer by email.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('the contact page knows the email of who is signed in', async ({ page }) => {
  await signIn(page, demoCustomer)
  await page.goto('/contact')
  await expect(page.getByLabel('Email')).toHaveValue(demoCustomer.email)
  await page.getByLabel('Email').fill('ada@work.example')
  await page.getByLabel('Message').click()
  await expect(page.getByLabel('Email')).toHaveValue('ada@work.example')
})

test('a reset that fails shows a notice', async ({ page, complaints }) => {
  await page.goto('/reset-password')
  const send = page.getByRole('button', { name: 'Send Email' })
  await send.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(anAddress())
  await page.route('**/identity/request-password-reset', (route) =>
    route.fulfill({ status: 503, json: { message: 'No mail can be sent now.', reason: 'mail_down' } }),
  )
  await send.click()
  await expect(page.getByLabel('Notifications').getByText('No mail can be sent now.')).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  complaints.length = 0
})
