import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test as base, expect } from '@playwright/test'
import { root } from '../scripts/prepare.mjs'
import { untilAlive } from './fixtures.ts'
import { demoCustomer } from './people.ts'
import { signIn } from './sign-in.ts'

type Copy = { folder: string; edit(file: string, from: string, to: string): void }

/** `npm run dev` in a copy of the project: whatever becomes of these tests, the sources stay as they are. */
const test = base.extend<object, { copy: Copy; devUrl: string }>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const folder = copyOfTheProject()
      const edit = (file: string, from: string, to: string) => {
        const before = readFileSync(join(folder, file), 'utf8')
        expect(before).toContain(from)
        writeFileSync(join(folder, file), before.replace(from, to))
      }
      await use({ folder, edit })
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker' },
  ],
  devUrl: [
    async ({ copy: { folder } }, use) => {
      const server = spawn(process.execPath, [join(folder, 'scripts/dev.mjs')], {
        env: { ...process.env, PORT: '0', DATA_DIR: join(folder, '.data'), DATABASE_URL: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = new Promise((done) => server.once('exit', done))
      await use(await addressIn(server.stdout))
      server.kill('SIGTERM')
      await gone
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ devUrl }, use) => use(devUrl),
})
// One copy and one server for all of them.
test.describe.configure({ mode: 'default' })

test('npm run dev shows pages that come alive, the API and the orders of the demo', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('response', (answer) => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} for ${answer.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const token = await signIn(page, demoCustomer)
  await page.goto('/')
  await untilAlive(page)
  await expect(page).toHaveTitle('Home - Car Parts')
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
  expect(await (await page.request.get('/api/services')).json()).toHaveLength(18)
  const headers = { authorization: `Bearer ${token}` }
  const orders = await (await page.request.get(`/api/orders/${demoCustomer.email}`, { headers })).json()
  // Of the seven orders of the demo the newest is not paid yet.
  expect(orders.map(({ paid }: { paid: boolean }) => paid)).toEqual([false, ...Array(6).fill(true)])
  expect(complaints).toEqual([])
})

test('npm run dev shows a changed component without a reload, and runs a changed server file', async ({
  page,
  copy,
}) => {
  await page.goto('/contact')
  await untilAlive(page)
  await page.getByLabel('Message').fill('typed before the change')
  copy.edit('app/pages/NavigationBar.tsx', '<header', '<header data-edited="yes"')
  await expect(page.locator('header[data-edited=yes]')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('typed before the change')

  copy.edit('platform/refusal.ts', 'There is nothing at this address.', 'Nothing is here.')
  const refused = async () => (await (await page.request.get('/api/nothing')).json()).message
  await expect.poll(refused).toBe('Nothing is here.')
  await page.reload()
  await expect(page.locator('header[data-edited=yes]')).toBeVisible()
})

test('npm run dev ends on bad settings with the sentence of npm start', async ({ copy: { folder } }) => {
  const bad = { PORT: 'x', SMTP_URL: 'y', DATA_DIR: join(folder, '.bad') }
  const [dev, start] = await Promise.all([
    ended(join(folder, 'scripts/dev.mjs'), bad),
    ended(join(root, 'build/server/server.js'), bad),
  ])
  expect(start.complaint).toContain('The shop cannot start with these settings:')
  expect(dev).toEqual(start)
})

function copyOfTheProject() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-dev-'))
  const sources = ['app', 'shop', 'platform', 'database', 'stand-ins', 'public', 'scripts']
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
  // Fonts are served as they are, which Vite does within its project only.
  const fonts = 'node_modules/@fontsource-variable'
  for (const name of [...sources, ...files, fonts])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  // The other packages by links, in a folder of its own: Vite keeps its cache there.
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!/^(\.vite.*|@fontsource-variable)$/.test(name))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

/** Reads on afterwards, too, so that the server never waits for a reader. */
function addressIn(output: NodeJS.ReadableStream) {
  return new Promise<string>((found, failed) => {
    let seen = ''
    output.on('data', (part) => {
      seen += part
      const port = /Shop +http:\/\/localhost:(\d+)/.exec(seen)?.[1]
      if (port) found(`http://127.0.0.1:${port}`)
    })
    output.on('end', () => failed(new Error(`The development server did not open:\n${seen}`)))
  })
}

async function ended(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const code = new Promise((done) => child.once('close', done))
  return { complaint: await text(child.stderr), code: await code }
}
