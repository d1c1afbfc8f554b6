import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { sourceAssets } from '~/app/wiring/assets.server.ts'
import type { PaymentsOutside } from '~/app/wiring/providers.server.ts'
import { openShop } from '~/app/wiring/shop.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { afterThisFile } from './clean-up.ts'
import type { Sent } from './http.ts'
import { send, sendRaw } from './http.ts'
import { quickPasswords } from './quick-passwords.ts'
import { testLog } from './server-errors.ts'
import { withStandIns } from './settings.ts'
import { databaseAddress, onServer } from './templates.ts'

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
export const onPostgres = engine === 'postgres'

export type TestShop = Awaited<ReturnType<typeof aShop>>
type Settings = Record<string, string>
type TestOptions = {
  reach?: Reach
  outside?: PaymentsOutside
  /** Slow as the shop's own are: for tests about hashing, and for folders that a built shop opens, too. */
  passwords?: 'quick' | 'slow'
  /** How often periodic work is done. */
  everyMs?: number
}

/** A real shop with a database of its own, listening on a free port; closed after the test file. */
export async function aShop(
  overrides: Settings = {},
  { reach, outside, everyMs, passwords = 'quick' }: TestOptions = {},
) {
  const read = (settings: Settings) =>
    readConfig({ LOG_LEVEL: 'silent', PORT: '0', ...withStandIns(settings) })
  const isNew = !overrides.DATA_DIR && !overrides.DATABASE_URL
  const copyOf = isNew ? (read(overrides).demo ? 'demo' : 'tables') : undefined
  const settings = { ...(await testSettings(copyOf)), ...overrides }
  const config = read(settings)
  const shop = await openShop(
    config,
    {
      assets: sourceAssets,
      log: testLog(),
      ...(reach && { reach }),
      ...(everyMs && { everyMs }),
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

/** An empty folder, and on PostgreSQL an empty database, or those of a new shop; deleted after the test file. */
export async function testSettings(copyOf?: 'tables' | 'demo'): Promise<Settings> {
  const folder = aFolder()
  const template = copyOf && inject('templates')[copyOf]
  if (onPostgres)
    return { DATA_DIR: folder, DATABASE_URL: await aDatabase(template && `template ${template}`) }
  if (template) copyFileSync(template, join(folder, 'shop.db'))
  return { DATA_DIR: folder }
}

export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-test-'))
  afterThisFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

export async function aDatabase(options = '') {
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} ${options}`)
  afterThisFile(() => onServer(`drop database ${name} with (force)`))
  return databaseAddress(name)
}
