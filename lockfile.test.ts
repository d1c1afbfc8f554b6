import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import lab from './lab/package-lock.json' with { type: 'json' }
import { dependencies, devDependencies, overrides } from './package.json' with { type: 'json' }
import lock from './package-lock.json' with { type: 'json' }

type Locked = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  dev?: boolean
  license?: string
}
const packages = Object.entries(lock.packages as Record<string, Locked>)
const paths = new Set(packages.map(([path]) => path))

test('the lockfile names the native packages of every system, not only those of the machine it was written on', () => {
  const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !paths.has(`node_modules/${name}`) && !paths.has(`${path}/node_modules/${name}`),
    ),
  )
  expect(missing).toEqual([])
})

test.each([
  ['the shop', lock],
  ['lab/', lab],
])('the lockfile of %s names no registry', (_, { packages }) => {
  const locked = Object.entries(packages as Record<string, Locked>)
  expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
})

const page = readFileSync(join(import.meta.dirname, 'docs/dependencies.md'), 'utf8')

test('docs/dependencies.md explains each version that is held back, as it is pinned today', () => {
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies, ...overrides }
  const rows = [...page.matchAll(/^\| `(\S+)` +\| `([\d.]+)` +\|/gm)].map(([, name, version]) => ({
    name,
    version,
  }))
  // This one is in no lockfile: it is only fetched where no browser is installed.
  const listed = rows.filter(({ name }) => name !== '@sparticuz/chromium')
  expect(listed).toEqual(listed.map(({ name }) => ({ name, version: pinned[name!] })))
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(overrides)))
})

test('docs/dependencies.md names every licence of what a running shop loads', () => {
  const [, table = ''] = page.split('What a running shop loads:')
  const named = new Set([...table.matchAll(/`([\w.-]+)`/g)].map(([, licence]) => licence!))
  const used = packages.flatMap(([path, { dev, license }]) => (path && !dev ? license!.split(' AND ') : []))
  expect([...new Set(used)].filter((licence) => !named.has(licence))).toEqual([])
})
