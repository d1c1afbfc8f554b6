import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from './package.json' with { type: 'json' }

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!).toSorted()
const filesIn = (folder: string) => readdirSync(join(root, folder))
const documents = [
  ...filesIn('.').filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const settings = names(read('shop/config.server.ts'), /^ {2}([A-Z_]+): /gm)

test('README.md names every setting once, and no other', () => {
  const [, chapter = ''] = read('README.md').split(/^## Settings$/m)
  const [table = ''] = chapter.split(/^## /m)
  expect(names(table, /^\| `([A-Z_]+)` /gm)).toEqual(settings)
})

test('the documents name commands that exist', () => {
  const named = documents.flatMap((file) => names(read(file), /npm run ([\w-]+)/g))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the examples of a deployment use settings that exist', () => {
  const example = names(read('deploy/example.env'), /^#?([A-Z_]+)=/gm)
  expect(example.filter((name) => name !== 'POSTGRES_PASSWORD' && !settings.includes(name))).toEqual([])
})

test.each(documents)('every link of %s leads to a file', (document) => {
  const links = names(read(document), /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((link) => !/^https?:/.test(link))
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
})

test.each(documents)('every file of the source that %s names is there', (document) => {
  const named = names(
    read(document),
    /`((?:app|platform|shop|database|test|e2e|lab|scripts)\/[\w./-]+\.\w+)`/g,
  )
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('every decision is in the index', () => {
  const index = names(read('docs/decisions/README.md'), /\]\((\w[^)/]*\.md)\)/g)
  expect(index).toEqual(
    filesIn('docs/decisions')
      .filter((name) => name !== 'README.md')
      .toSorted(),
  )
})

test('the pictures of the documents are small', () => {
  const bytes = filesIn('docs/screenshots').map((name) => statSync(join(root, 'docs/screenshots', name)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2 * 1024 * 1024)
})
