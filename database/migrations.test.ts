import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsAfter } from './migrate.server.ts'
import released from './migrations/released.json' with { type: 'json' }

const folder = join(import.meta.dirname, 'migrations')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace('.ts', ''))
  .toSorted()
const read = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8')
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test('no migration of a released version has changed or gone: shops out there have applied it as it was', () => {
  const present = names.filter((name) => name in released).map((name) => [name, hash(read(name))])
  expect(Object.fromEntries(present)).toEqual(released)
})

test('new migrations come after those of the last release', () => {
  const last = Object.keys(released).toSorted().at(-1)!
  expect(names.filter((name) => !(name in released) && name < last)).toEqual([])
})

test('a migration uses nothing of the shop, whose code may change under it', () => {
  const uses = names.flatMap((name) => [...read(name).matchAll(/from '([^']+)'/g)].map(([, used]) => used))
  expect(new Set(uses)).toEqual(new Set(['kysely']))
})

test('every migration is applied, in the order of the names', () => {
  expect(migrationsAfter([])).toEqual(names)
})
