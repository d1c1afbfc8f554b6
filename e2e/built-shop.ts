import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/postgres.mjs'
import { ensureBuilt, root } from '../scripts/prepare.mjs'
import { withStandIns } from '../test/settings.ts'

/** Before the journeys: the built shop, with its demo data. */
export default async function openBuiltShop() {
  await ensureBuilt()
  const { url, folder, close } = await aBuiltShop()
  process.env.E2E_DATA_DIR = folder
  process.env.E2E_URL = url
  return close
}

/** The built shop on a port and a folder of its own. */
export async function aBuiltShop(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-e2e-'))
  const port = await freePort()
  const server = spawn(process.execPath, [join(root, 'build/server/server.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      DEMO: 'on',
      LOG_LEVEL: 'error',
      // All journeys order as one customer.
      MOST_UNPAID_PIECES: '0',
      MOST_UNPAID_TOTAL: '0',
      ...withStandIns(settings),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise((done) => server.once('exit', done))
  const url = `http://127.0.0.1:${port}`
  async function close() {
    server.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(`${url}/readyz`, () => server.exitCode)
  } catch (error) {
    await close()
    throw error
  }
  return { url, folder, close }
}

async function untilReady(address: string, exitCode: () => number | null) {
  const deadline = Date.now() + 180_000
  while (Date.now() < deadline && exitCode() === null) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('The built shop did not open')
}
