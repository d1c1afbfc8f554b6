import { atLength, expect, expectAccessible, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test(
  'an admin lets a program in, sees its token once, and shuts it out',
  atLength,
  async ({ page, request }) => {
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/programs')
    await expect(page.getByRole('heading', { name: 'Other programs', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Make a token' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    await expect(dialog.getByText('Which program is it for?')).toBeVisible()
    const name = `Till ${Date.now()}`
    await dialog.getByLabel('Program').fill(name)
    await dialog.getByLabel('Role').selectOption('packer')
    await dialog.getByLabel('Your password').fill(demoAdmin.password)
    await dialog.getByRole('button', { name: 'Make the token' }).click()
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
    expect(token).toMatch(/^cpt_/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have it' }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('never')
    await expect(page.getByText(token)).toHaveCount(0)
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.get('/api/parcels', { headers })).status()).toBe(200)
    await row.getByRole('button', { name: `Revoke ${name}` }).click()
    await dialog.getByRole('button', { name: 'Yes, revoke its token' }).click()
    await expect(row).toContainText('Revoked')
    expect((await request.get('/api/parcels', { headers })).status()).toBe(401)
    await expectAccessible(page)
  },
)

test(
  'an admin adds a webhook, sees its secret once, and what became of a test',
  atLength,
  async ({ page, complaints }) => {
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/programs/webhooks')
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    const address = `https://receiver.invalid/${Date.now()}`
    await dialog.getByLabel('Address').fill('https://10.0.0.1/')
    await dialog.getByRole('button', { name: 'Add the webhook' }).click()
    await expect(dialog.getByText('It leads into a private network.')).toBeVisible()
    // The address that was refused.
    expect(complaints.splice(0).filter((text) => !/\b422\b/.test(text))).toEqual([])
    await dialog.getByLabel('Address').fill(address)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add the webhook' }).click()
    await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
    await dialog.getByRole('button', { name: 'I have it' }).click()
    await page.getByRole('button', { name: `Test ${address}` }).click()
    await expect(page.getByText('A test is on its way')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Deliveries' }).click()
    // What other journeys change meanwhile is told to it, too.
    const deliveries = page.getByRole('row', { name: new RegExp(address) })
    await expect(deliveries.filter({ hasText: /^test/ })).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: `Delete ${address}` }).click()
    await dialog.getByRole('button', { name: 'Yes, delete it!' }).click()
    await expect(page.getByText(address)).toHaveCount(0)
  },
)

test(
  'an admin makes the addresses of the feeds, and sees why a part is left out',
  atLength,
  async ({ page, complaints }) => {
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/programs/feeds')
    await expect(page.getByRole('heading', { name: 'Feeds', level: 1 })).toBeVisible()
    const address = page.getByLabel('Google Merchant Center', { exact: true })
    const make = page.getByRole('button', { name: 'Make the addresses' })
    // Whoever was here before may have made them.
    await expect(make.or(address)).toBeVisible()
    if (await make.isVisible()) await make.click()
    await expect(address).toHaveValue(/\/feeds\/google\.xml\?key=[\w-]{43}$/)
    await expectAccessible(page)
    // Of two who press at once one is told that the other was first.
    expect(complaints.splice(0).filter((text) => !/\b409\b/.test(text))).toEqual([])
    const { pathname, search } = new URL(await address.inputValue())
    const feed = await page.request.get(pathname + search)
    expect(feed.status()).toBe(200)
    expect(await feed.text()).toContain('</rss>')
    const row = page.locator('tbody tr').first()
    await expect(row.getByRole('listitem').first()).toBeVisible()
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/dashboard\/products\//)
  },
)
