import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CachedFiles } from '~/platform/cache/front.server.ts'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { createApp } from '~/platform/http/app.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { serveFiles } from './static.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'car-parts-files-'))
const cached: CachedFiles = new Map()
const front = sendCached(new PageCache(), cached)
const app = createApp({ log: createLog('silent'), headers: {}, trustProxy: false, front })
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a new build under a running shop takes none of its files away', async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/page-1.js'), 'page(1)')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  serveFiles(app, folder, { headers: {}, pictureHeaders: {}, cached })
  rmSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'favicon.svg'), '<svg>new</svg>')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async (path: string) => (await fetch(url + path)).text()
  for (let time = 0; time < 2; time += 1)
    expect([await read('/assets/page-1.js'), await read('/favicon.svg')]).toEqual(['page(1)', '<svg/>'])
  expect([...cached.keys()]).toEqual(['/assets/page-1.js', '/favicon.svg'])
})
