import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test as base, expect } from '@playwright/test'
import { aBuiltShop } from './built-shop.ts'
import { untilAlive } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

const webp = readFileSync(join(import.meta.dirname, '../public/products/piston-600.webp'))

/** What image hosts do: take the form field `image`, answer where the picture is, and show it there. */
async function anImageHost() {
  const seen: { form: string; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
    if (request.method === 'GET')
      return response.writeHead(200, { ...cors, 'content-type': 'image/webp' }).end(webp)
    // Some hosts know no other method: the browser must not have to ask for leave first.
    if (request.method !== 'POST') return response.writeHead(405).end()
    seen.push({ form: await text(request), authorization: request.headers.authorization })
    const body = JSON.stringify({ success: true, data: { url: `${url}/kept.webp` } })
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, seen, close: () => server.close() }
}

const test = base.extend<object, { host: Awaited<ReturnType<typeof anImageHost>>; shopUrl: string }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const host = await anImageHost()
      await use(host)
      host.close()
    },
    { scope: 'worker' },
  ],
  shopUrl: [
    async ({ host }, use) => {
      const shop = await aBuiltShop({ IMAGE_HOST_URL: `${host.url}/upload?key=of-the-shop` })
      await use(shop.url)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
})

test('with IMAGE_HOST_URL pictures go to that host and are shown from there; it learns no token', async ({
  page,
  host,
}) => {
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/addProduct')
  await untilAlive(page)
  await page.getByLabel('Product name').fill('Hosted piston')
  await page.getByLabel('Available quantity').fill('3')
  await page.getByLabel('Minimum order quantity').fill('1')
  await page.getByLabel('Price in dollars').fill('12.50')
  await page.getByLabel('Product description').fill('A part whose picture is elsewhere.')
  const picture = { name: 'part.webp', mimeType: 'image/webp', buffer: webp }
  await page.getByLabel('Picture file').setInputFiles(picture)
  await expect(page.getByText('part.webp')).toBeVisible()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product Added Successfully')).toBeVisible()
  expect(host.seen).toHaveLength(1)
  expect(host.seen[0]!.form).toContain('name="image"; filename="part.webp"')
  expect(host.seen[0]!.authorization).toBeUndefined()

  await page.goto('/shop?q=hosted')
  const shown = page.getByRole('img', { name: 'Hosted piston' })
  await expect(shown).toHaveAttribute('src', `${host.url}/kept.webp`)
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})
