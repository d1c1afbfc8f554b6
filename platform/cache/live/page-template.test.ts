import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Compressed } from '../compressed.server.ts'
import { PageTemplate, Placeholders } from './page-template.server.ts'

const answer = { status: 200, type: 'text/html', cacheControl: 'no-cache', headers: {} }
const random = (below: number) => Math.floor(Math.random() * below)
const words = [
  '<p class="panel">',
  'Brake disc, 280 mm',
  '</p>',
  '€ 12.90',
  '\u{1f697}',
  ' left',
  '"availableQty":',
]
const someText = (pieces: number) =>
  Array.from({ length: pieces }, () => words[random(words.length)]).join('')

/** Text between numbers, as it is with placeholders and with numbers. */
function aPage(placeholders: Placeholders, values: Map<string, number>) {
  let [marked, plain] = ['', '']
  const add = (text: string) => {
    marked += text
    plain += text
  }
  add(someText(random(3) * random(4000)))
  for (let n = Math.max(0, random(44) - 4); n > 0; n -= 1) {
    const id = `part-${random(20)}`
    values.set(id, values.get(id) ?? random(10 ** (1 + random(6))))
    marked += placeholders.for(id)
    plain += values.get(id)
    add(someText(random(60)))
  }
  return { marked, plain }
}

async function decoded(page: Compressed) {
  const [br, gzip, identity] = await Promise.all([page.in('br'), page.in('gzip'), page.in('identity')])
  return [brotliDecompressSync(br.body), gunzipSync(gzip.body), identity.body].map(String)
}

test('a filled page is the page with these numbers, in every encoding and with every number', async () => {
  for (let round = 0; round < 40; round += 1) {
    const placeholders = new Placeholders()
    const values = new Map<string, number>()
    const { marked, plain } = aPage(placeholders, values)
    const template = new PageTemplate(marked, placeholders, answer)
    expect(template.ids).toEqual(new Set(values.keys()))
    const filled = template.fill((id) => values.get(id))!
    expect(new Set(await decoded(filled))).toEqual(new Set([plain]))
    expect(template.fill((id) => values.get(id))).toBe(filled)
    for (const [id, value] of values) values.set(id, value + 1 + random(1000))
    const next = template.fill((id) => values.get(id))!
    const [br, gzip, identity] = await decoded(next)
    expect(new Set([br, gzip])).toEqual(new Set([identity]))
    if (values.size === 0) continue
    expect(identity).not.toBe(plain)
    expect(next.head('br').etag).not.toBe(filled.head('br').etag)
    expect(template.fill(() => undefined)).toBeUndefined()
  }
})

test('a number that somebody typed is no placeholder', () => {
  const placeholders = new Placeholders()
  placeholders.for('part')
  const typed = 'EAN 7310000000000, 9999999999999999, 1000000000000000'
  expect(new PageTemplate(typed, placeholders, answer).ids.size).toBe(0)
})
