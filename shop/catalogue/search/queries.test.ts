import { expect, test } from 'vitest'
import { demoProducts } from '~/database/demo/products.ts'
import { startSynonyms } from '~/database/migrations/027-synonyms.ts'
import { namesInFourLanguages } from '~/database/migrations/086-names-in-four-languages.ts'
import { generatedProduct } from '~/test/generated-product.mjs'
import { searchable } from '../rules.ts'
import { ProductIndex } from './product-index.server.ts'
import { queries } from './queries.cases.ts'

/** Of a hundred queries so many must be answered as a person behind the counter would. */
const wantedShare = 0.98

const demo = demoProducts.map(({ id, productName, productDescription, category }) => ({
  id,
  name: productName,
  description: productDescription,
  category,
}))
const generated = Array.from({ length: 10_000 }, (_, n) => generatedProduct(n))

test.each([
  { shelf: 'the 18 parts of the demo shop', products: demo },
  { shelf: '10,000 more', products: [...demo, ...generated] },
])('at least 98 of 100 queries find what is meant among $shelf', ({ products }) => {
  const index = new ProductIndex()
  index.setSynonyms([...startSynonyms, ...namesInFourLanguages])
  index.setKinds(
    [...new Set(products.map(({ category }) => category))].map((id) => ({
      id,
      name: id.replaceAll('-', ' '),
      group: 'parts',
    })),
  )
  index.put(
    products.map(({ id, name, description, category }, n) => ({
      id,
      category,
      nameKey: searchable(name),
      searchText: searchable(`${name} ${description}`),
      priceCents: 100,
      createdAt: new Date(n * 1000).toISOString(),
    })),
  )
  const kinds = new Set(products.map(({ id, name }) => kindOf(id, name)))
  const nameOf = new Map(products.map(({ id, name }) => [id, name]))
  const wrong: string[] = []
  let asked = 0
  for (const [group, list] of Object.entries(queries))
    for (const line of list.trim().split('\n')) {
      const [, q = '', wanted = ''] = /^\s*(.+): (.+)$/.exec(line)!
      const meant = wanted.split(' & ')
      if (wanted !== 'nothing' && !meant.every((kind) => kinds.has(kind))) continue
      asked += 1
      const { ids } = index.find({ q, order: 'relevance', offset: 0, limit: 3 })
      const found = ids.map((id) => kindOf(id, nameOf.get(id)!))
      const isRight =
        wanted === 'nothing'
          ? found.length === 0
          : meant.length === 1
            ? found[0] === wanted
            : meant.every((kind) => found.includes(kind))
      if (!isRight) wrong.push(`${group}: “${q}” is ${wanted}, found ${found.join(', ') || 'nothing'}`)
    }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(asked * (1 - wantedShare))
})

const kinds: Record<string, string> = { 'brake-pad-set': 'brake-pads', 'wheel-bearing-kit': 'wheel-bearing' }
function kindOf(id: string, name: string) {
  if (!id.startsWith('generated-')) return id
  const part = /^\S+ (.+) for /.exec(name)![1]!.toLowerCase().replaceAll(' ', '-')
  return kinds[part] ?? part
}
