import type { Browser } from '@playwright/test'
import { aBuiltShop } from './built-shop.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin, demoCustomer } from './people.ts'
import { tokenFor } from './sign-in.ts'

async function aPage(browser: Browser, baseURL: string, account?: typeof demoAdmin) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  if (!account) return page
  const token = await tokenFor(page, account)
  await page.addInitScript((stored) => localStorage.setItem('accessToken', stored), token)
  return page
}

/** In a shop of its own: the setting is on every page. */
test('the owner grants the right to withdraw, customers use it with and without a log-in, and admins see until when to refund', async ({
  browser,
}) => {
  test.slow()
  const shop = await aBuiltShop()
  try {
    const visitor = await aPage(browser, shop.url)
    expect((await visitor.goto('/withdraw'))!.status()).toBe(404)
    await expect(visitor.getByRole('link', { name: 'Withdraw from contract' })).toHaveCount(0)

    const admin = await aPage(browser, shop.url, demoAdmin)
    await admin.goto('/dashboard/settings/returns')
    await expect(admin.getByLabel('Days to ask for a return')).toHaveValue('30')
    await admin.getByLabel('Days to withdraw').fill('two')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Must be a whole number up to 365')).toBeVisible()
    await admin.getByLabel('Days to withdraw').fill('14')
    const places = admin.getByLabel('Who may withdraw')
    await expect(places.locator('option')).toHaveText(['Customers in the EU and the EEA', 'Everybody'])
    await places.selectOption('Everybody')
    await admin.getByLabel('Where parts are sent back to').fill('Returns\n5 Dock Road')
    await admin.getByLabel('Who pays for sending back').selectOption('The shop')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Settings saved')).toBeVisible()
    await expectAccessible(admin)

    // What is still here: chosen from the foot of any page.
    const customer = await aPage(browser, shop.url, demoCustomer)
    await customer.setViewportSize(phone)
    await customer.goto('/')
    await customer.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click()
    await expect(customer.getByRole('heading', { name: 'Withdraw from contract' })).toBeVisible()
    await expectAccessible(customer)
    const belt = customer.getByRole('listitem').filter({ hasText: 'Timing Belt Kit' })
    await belt.getByRole('link', { name: /^Withdraw from no\./ }).click()
    const panel = customer.getByRole('region', { name: 'Withdraw from contract' })
    await panel.getByRole('button', { name: 'Withdraw from contract here' }).click()
    await expect(panel.getByRole('checkbox')).toBeChecked()
    await expect(panel.getByLabel('Name')).toHaveValue('Demo Customer')
    await expectAccessible(customer)
    await expectNoSidewaysScroll(customer)
    await panel.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(panel.getByText(/^You withdrew on /)).toBeVisible()
    await expect(panel.getByRole('button')).toHaveCount(0)

    // What has left comes back: some of its pieces.
    await customer.goto('/dashboard/withdraw')
    const discs = customer.getByRole('listitem').filter({ hasText: 'Brake Disc' })
    await discs.getByRole('link', { name: /^Withdraw from no\./ }).click()
    await panel.getByRole('button', { name: 'Withdraw from contract here' }).click()
    await panel.getByRole('checkbox').last().uncheck()
    await panel.getByLabel(/^Pieces of /).fill('3')
    await panel.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(panel.getByText('From 1 to 2')).toBeVisible()
    await panel.getByLabel(/^Pieces of /).fill('1')
    await panel.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(panel.getByText(/Your money goes back by /)).toBeVisible()
    const returns = customer.getByRole('region', { name: 'Returns' })
    await expect(returns).toContainText('5 Dock Road')
    await expect(returns.getByRole('button', { name: /^I keep it/ })).toBeVisible()
    await expectNoSidewaysScroll(customer)

    // Without a log-in: the answer says nothing, the mail has the link.
    await visitor.goto('/withdraw')
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(visitor.getByText('Purchase number is required')).toBeVisible()
    await customer.goto('/dashboard/withdraw')
    const oil = customer.getByRole('listitem').filter({ hasText: 'Brake Disc' })
    const number = /no\. ([0-9A-F]{8})/.exec((await oil.textContent())!)![1]!
    await visitor.getByLabel('Name').fill('Demo Customer')
    await visitor.getByLabel('Purchase number').fill(`no. ${number}`)
    await visitor.getByLabel('Email').fill(demoCustomer.email)
    await visitor.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(visitor.getByText(/^We have your statement, with its date and time/)).toBeVisible()
    // The mail comes a little after the answer.
    const mail = visitor.getByRole('link', { name: /Confirm your withdrawal/ }).first()
    await expect(async () => {
      await visitor.goto('/mailbox')
      await expect(mail).toBeVisible({ timeout: 1000 })
    }).toPass()
    await mail.click()
    await visitor.getByRole('link', { name: 'Its text' }).click()
    const link = visitor.getByText(/\/withdraw\/[0-9a-f]{24}/).first()
    const [address] = /\/withdraw\/[0-9a-f]{24}/.exec(
      (await link.getAttribute('href')) ?? (await link.textContent())!,
    )!
    await visitor.goto(address)
    await expect(visitor.getByText(`Withdraw from purchase no. ${number}`)).toBeVisible()
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(visitor.getByText(/^You have withdrawn\./)).toBeVisible()

    await admin.goto('/dashboard')
    const toDo = admin.getByRole('region', { name: 'To do' })
    await expectAccessible(admin)
    await toDo.getByRole('link', { name: /^2 ?Withdrawals to refund/ }).click()
    const card = admin.getByRole('article', { name: `Withdrawal ${number}` }).first()
    await expect(card).toContainText(/Refund by \w+ \d+, 20\d\d/)
    await expectAccessible(admin)
    await admin.setViewportSize(phone)
    await expectNoSidewaysScroll(admin)
    await expect(admin.getByRole('link', { name: 'Not confirmed' })).toBeVisible()
    await card.getByRole('link', { name: 'Return: On their way' }).click()
    const back = admin.getByRole('article', { name: /^Return of / }).first()
    await expect(back).toContainText('Withdrawn from the contract')
    await expect(back.getByRole('button', { name: /^Decline/ })).toHaveCount(0)
  } finally {
    await shop.close()
  }
})
