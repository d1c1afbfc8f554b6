import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sourceAssets } from '~/app/assets.server.ts'
import type { PaymentsOutside } from '~/app/payments.server.ts'
import { openShop } from '~/app/shop.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { afterThisFile } from './clean-up.ts'
import type { Sent } from './http.ts'
import { send, sendRaw } from './http.ts'
import { quickPasswords } from './quick-passwords.ts'
import { withStandIns } from './settings.ts'

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
export const onPostgres = engine === 'postgres'

export type TestShop = Awaited<ReturnType<typeof aShop>>
type Settings = Record<string, string>
type TestOptions = {
  reach?: Reach
  outside?: PaymentsOutside
  /** Slow as the shop's own are: for tests about hashing, and for folders that a built shop opens, too. */
  passwords?: 'quick' | 'slow'
}

/** A real shop with an empty database, listening on a free port; closed after the test file. */
export async function aShop(
  overrides: Settings = {},
  { reach, outside, passwords = 'quick' }: TestOptions = {},
) {
  const settings = { ...(await testSettings()), ...overrides }
  const config = readConfig({ LOG_LEVEL: 'silent', PORT: '0', ...withStandIns(settings) })
  const shop = await openShop(
    config,
    {
      assets: sourceAssets,
      ...(reach && { reach }),
      ...(passwords === 'quick' && { passwords: quickPasswords }),
    },
    outside,
  )
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  afterThisFile(() => shop.app.close())
  return {
    ...shop,
    db: shop.database.db,
    config,
    url,
    /** For a second server on the same data. */
    settings,
    get: (path: string, headers: Record<string, string> = {}) => send(url, path, { headers }),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(url, path, { method: 'POST', body, headers }),
    send: (path: string, sent: Sent) => send(url, path, sent),
    sendRaw: (bytes: string) => sendRaw(url, bytes),
  }
}

/** An empty folder, and on PostgreSQL an empty database; deleted after the test file. */
export async function testSettings(): Promise<Settings> {
  const folder = aFolder()
  return onPostgres ? { DATA_DIR: folder, DATABASE_URL: await aDatabase() } : { DATA_DIR: folder }
}

export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-test-'))
  afterThisFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

export async function aDatabase(options = '') {
  const server = process.env.TEST_DATABASE_URL!
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} ${options}`)
  afterThisFile(() => onServer(server, `drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, command: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(command)
  await client.end()
}
