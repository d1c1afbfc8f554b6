import { expect, test } from 'vitest'
import lock from './package-lock.json' with { type: 'json' }

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string }
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

test('the lockfile names no registry', () => {
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
})
