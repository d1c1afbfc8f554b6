import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Proof = { file: string; title: string }
type Promised = { text: string; proofs: Proof[] }

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const promises = promisesIn(source('docs/specification.md'))

test('the specification is there, promise by promise', () => {
  expect(promises.length).toBeGreaterThan(100)
  const texts = promises.map(({ text }) => text)
  expect(new Set(texts).size).toBe(texts.length)
})

describe('every promise is proved', () => {
  test.each(promises)('$text', ({ text, proofs }) => {
    expect(proofs).not.toEqual([])
    expect(proofs.filter((proof) => !isTest(proof))).toEqual([])
    const files = proofs.map(({ file }) => source(file).toLowerCase())
    const missing = quoted(text).filter((words) => !files.some((file) => file.includes(words.toLowerCase())))
    expect(missing).toEqual([])
  })
})

function promisesIn(text: string) {
  const found: Promised[] = []
  for (const line of text.split('\n')) {
    const [, promise] = /^- (.+)$/.exec(line) ?? []
    const [, file, title] = /^ {2}✓ `([^`]+)`: (.+)$/.exec(line) ?? []
    if (promise) found.push({ text: promise, proofs: [] })
    if (file && title) found.at(-1)?.proofs.push({ file, title })
  }
  return found
}

/** As the title of a test, also of one that runs for a table of cases, or as a step that journeys share. */
function isTest({ file, title }: Proof) {
  if (!existsSync(join(import.meta.dirname, file))) return false
  const code = source(file)
  const titles = [
    ...code.matchAll(/(?:\btest|\)|\bdescribe)\(\s*(?:'((?:\\.|[^'\\])*)'|"([^"]*)"|`([^`]*)`)/g),
  ]
  const steps = [...code.matchAll(/^export async function (\w+)/gm)]
  const isNamed = ([, one, two, three]: RegExpMatchArray) =>
    (one?.replace(/\\'/g, "'") ?? two ?? three) === title
  return titles.some(isNamed) || (file.startsWith('e2e/') && steps.some(isNamed))
}

/** What stands in quotes, without what is filled in. */
const quoted = (text: string) =>
  [...text.matchAll(/“([^”]+)”/g)].flatMap(([, words]) =>
    words!
      .split(/\{[^}]*\}/)
      .map((part) => part.trim())
      .filter(Boolean),
  )
