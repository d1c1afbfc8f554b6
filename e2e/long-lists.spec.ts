import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import Sqlite from 'libsql'
import { aBuiltShop } from './built-shop.ts'
import { desktop, phone } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

const rows = 10_050
/** In the order of the list, newest first. */
const subscriber = (place: number) => `reader${String(rows - place).padStart(5, '0')}@example.com`

const test = base.extend<object, { shopUrl: string }>({
  shopUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const { url, folder, close } = await aBuiltShop()
      const database = new Sqlite(join(folder, 'shop.db'))
      // The server alone checkpoints.
      database.pragma('wal_autocheckpoint = 0')
      database.exec(`delete from newsletter_subscriptions;
        with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${rows})
        insert into newsletter_subscriptions (email, created_at)
        select 'reader' || substr(cast(100000 + n as text), 2) || '@example.com',
          '2026-01-01T00:00:00.' || substr(cast(100000 + n as text), 2) || 'Z' from numbers`)
      database.close()
      await use(url)
      await close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shopUrl }, use) => use(shopUrl),
})

// One after the other, so that one shop with so many rows is enough.
test.describe.configure({ mode: 'default' })

for (const viewport of [desktop, phone])
  test(`a list of more than ten thousand rows leads from page to page, ${viewport.width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await signIn(page, demoAdmin)
    await page.goto('/dashboard/newsletter')
    await expect(page.getByText('More than 10,000 addresses')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages of' })
    await expect(pages.getByRole('link')).toHaveText(['Older addresses'])
    await pages.getByRole('link', { name: 'Older addresses' }).click()
    await expect(page.getByText(subscriber(21))).toBeVisible()
    await pages.getByRole('link', { name: 'Older addresses' }).click()
    await expect(page.getByText(subscriber(41))).toBeVisible()
    await pages.getByRole('link', { name: 'Newer addresses' }).click()
    await expect(page.getByText(subscriber(21))).toBeVisible()
    await pages.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page.getByText(subscriber(1))).toBeVisible()

    await page.goto('/dashboard/newsletter?page=500')
    await expect(page.getByText(subscriber(10_000))).toBeVisible()
    for (const place of [10_001, 10_021, rows]) {
      await pages.getByRole('link', { name: 'Older addresses' }).click()
      await expect(page.getByText(subscriber(place))).toBeVisible()
    }
    await expect(pages.getByRole('link')).toHaveText(['Back to the start', 'Newer addresses'])
  })

test('a list of up to ten thousand rows has numbered pages', async ({ page }) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/newsletter?q=reader09')
  await expect(page.getByText('1,000 addresses for “reader09”')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages of' })
  await pages.getByRole('link', { name: 'Page 50' }).click()
  await expect(page.getByText('reader09000@example.com')).toBeVisible()
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('reader09020@example.com')).toBeVisible()
})
