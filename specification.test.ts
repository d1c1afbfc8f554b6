import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { badAddressPath, routes, pages as sitePages } from '~/app/pages/routes.tsx'
import { roles } from '~/platform/roles.ts'
import { menuFor } from './shop/page.ts'
import { codeFiles } from './test/imports.ts'

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

describe('nothing can be called or opened that is not promised', () => {
  const named = source('docs/specification.md').replace(/\{\w+\}/g, '{}')
  const inCode = (words: string) => named.includes(`\`${words}\``) || named.includes(`\`${words}?`)
  const unnamed = (all: string[], isNamed: (one: string) => boolean) =>
    expect(
      all.filter((one) => !isNamed(one)),
      'Add a line to docs/specification.md that names it, with its test',
    ).toEqual([])

  test('every call of the API is named there', async () => {
    const files = codeFiles().filter((file) => /^(shop|platform)\/.*\broutes\.ts$/.test(file))
    const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
    const calls = modules
      .flatMap((module) => Object.values(module))
      .filter((area) => typeof area === 'object')
      .flatMap((area) => Object.values(area as Record<string, { method: string; path: string }>))
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`)
    expect(calls.length).toBeGreaterThan(100)
    unnamed(calls, inCode)
  })

  test('every page is named there', () => {
    const pages = pathsOf(routes).filter((path) => !path.includes('*') && path !== `/${badAddressPath}`)
    expect(pages.length).toBeGreaterThan(30)
    unnamed(pages, inCode)
  })

  test('every entry of the menu is named there', () => {
    const labels = roles.flatMap((role) => menuFor(sitePages, { role }).map(({ text }) => text))
    unnamed(labels, (label) => named.includes(`“${label}”`))
  })
})

/** Of every page, without what may be left out of it. */
function pathsOf(below: RouteObject[], above = ''): string[] {
  return below.flatMap(({ path, children }) => {
    const address = path ? `${above}/${path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, '{}')}` : above
    return children ? pathsOf(children, address) : [address || '/']
  })
}

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
