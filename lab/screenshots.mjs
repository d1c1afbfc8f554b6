import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/chromium.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from '../scripts/prepare.mjs'

/** `node lab/screenshots.mjs` takes the screenshots of README.md from a new demo shop. */
requireNode()
await ensureInstalled()
await ensureBuilt()
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')

const admin = { email: 'admin@carparts.example', password: 'Admin1234' }
const customer = { email: 'customer@carparts.example', password: 'Customer1234' }
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const gap = 30

const pictures = join(root, 'docs/screenshots')
mkdirSync(pictures, { recursive: true })
const shop = await openShop()
const { executablePath, env } = await findChromium()
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } })
try {
  await save('home', await shot({ path: '/' }))
  await save('shop-dark', await shot({ path: '/shop', dark: true }))
  await save('product', await shot({ path: '/services/brake-disc', as: customer }))
  await save('admin', await shot({ path: '/dashboard', as: admin, tall: true }))
  await save('admin-dark', await shot({ path: '/dashboard/manageProducts', as: admin, dark: true }))
  await save(
    'phone',
    await sideBySide([
      await shot({ path: '/', on: phone }),
      await shot({ path: '/blogs', on: phone, dark: true }),
      await shot({ path: '/dashboard/orders', on: phone, as: customer }),
    ]),
  )
} finally {
  await browser.close()
  shop.close()
}

/**
 * @typedef {{ path: string, on?: { width: number, height: number }, dark?: boolean, tall?: boolean,
 *   as?: { email: string, password: string } }} Shot
 * @param {Shot} options
 */
async function shot({ path, on = desktop, dark = false, tall = false, as }) {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: tall ? { ...on, height: on.height * 1.4 } : on,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (as) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(as.email)
    await page.getByLabel('Password').fill(as.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/dashboard')
  }
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** @param {Buffer[]} shots of phones */
async function sideBySide(shots) {
  const width = shots.length * phone.width + (shots.length - 1) * gap
  return await sharp({ create: { width, height: phone.height, channels: 4, background: '#0000' } })
    .composite(shots.map((input, n) => ({ input, left: n * (phone.width + gap), top: 0 })))
    .png()
    .toBuffer()
}

/** @param {string} name @param {Buffer} picture */
async function save(name, picture) {
  const { size } = await sharp(picture)
    .webp({ quality: 82 })
    .toFile(join(pictures, `${name}.webp`))
  console.log(`docs/screenshots/${name}.webp, ${Math.round(size / 1024)} KB`)
}

/** @returns {Promise<{ url: string, close(): void }>} */
function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-screenshots-'))
  const settings = { PORT: '0', DATA_DIR: folder, DATABASE_URL: '', DEMO: 'on', LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, [join(root, 'build/server/server.js')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return new Promise((done, fail) => {
    let said = ''
    server.once('exit', () => fail(new Error('The shop did not open')))
    server.stdout.on('data', (text) => {
      said += text
      const port = /(?:Shop|Listens) +http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port) done({ url: `http://localhost:${port}`, close })
    })
  })
}
