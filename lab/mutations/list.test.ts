import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/prepare.mjs'
import { mutations } from './list.mjs'

const source = (file: string) => readFileSync(join(root, file), 'utf8')

test('there are at least twenty rules to be switched off', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(20)
  expect(new Set(mutations.map(({ rule }) => rule)).size).toBe(mutations.length)
})

test.each(mutations)(
  '$rule: the text that says so stands exactly once in $file',
  ({ file, find, replace, tests, only }) => {
    expect(source(file).split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
    expect(existsSync(join(root, tests))).toBe(true)
    // The matrix makes the names of its tests from the table of routes.
    if (only && !tests.includes('matrix')) expect(source(tests)).toContain(only)
  },
)
