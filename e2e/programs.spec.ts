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
