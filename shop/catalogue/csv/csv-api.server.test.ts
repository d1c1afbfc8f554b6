import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isQuickRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'

let shop: TestShop
let admin: Record<string, string>

beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@csv.example', admin: true })).headers
})

const head = 'productName,availableQty,orderQty,price,productDescription,image'
const image = '/products/piston-1200.webp'
const file = (...lines: string[]) => [head, ...lines].join('\r\n')
const exported = async () => (await shop.get('/api/manage/services.csv', admin)).text
const imported = (csv: string, planKey?: string) =>
  shop.post('/api/manage/services/import', { csv, ...(planKey && { planKey }) }, admin)
const products = async () => (await shop.get('/api/services')).json()

test('what is exported changes nothing when it is imported again', async () => {
  await aProduct(shop, { name: '=HYPERLINK("http://evil.example","Free")' })
  await aProduct(shop, { name: '@"quoted", with; all\tsorts' })
  const csv = await exported()
  const report = (await imported(csv)).json()
  expect(report).toMatchObject({ applied: false, problems: [], adds: [], changes: [] })
  expect(report.unchanged).toBe((await products()).length)
})

test('nothing in an export is run by a spreadsheet', async () => {
  const answer = await shop.get('/api/manage/services.csv', admin)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="products.csv"')
  expect(answer.text.charCodeAt(0)).toBe(0xfeff)
  expect(answer.text).toContain(`"'=HYPERLINK(""http`)
  expect(answer.text).not.toMatch(/(^|,|")[=+@-]/m)
})

describe('an import', () => {
  test('takes pictures from elsewhere, and no page names their addresses', async () => {
    const csv = file('Far disc,3,1,7,Text,https://elsewhere.example/a.png')
    const { planKey, problems } = (await imported(csv)).json()
    expect(problems).toEqual([])
    expect((await imported(csv, planKey)).json().applied).toBe(true)
    expect((await shop.get('/api/services')).text).not.toContain('elsewhere.example')
  })

  test('with more than 60 columns is refused at once, by one problem', async () => {
    const names = Array.from({ length: 80_000 }, (_, n) => `column${n}`)
    const report = await imported(`${names.join(',')}\n1`)
    expect(report.json().problems).toEqual([{ line: 1, message: 'At most 60 columns can be read.' }])
  })

  test('shows what it would do, and then does exactly that, in the books and the audit trail too', async () => {
    const part = await aProduct(shop, { name: 'Known part', priceCents: 1000, availableQty: 5 })
    const csv = file(
      `Known part,8,1,12.50,Round and black,${image.replace('piston', 'alloy-wheel')}`,
      `New part,3,1,7,Text,${image}`,
    )
    const shown = (await imported(csv)).json()
    expect(shown).toMatchObject({
      applied: false,
      problems: [],
      adds: [{ line: 3, name: 'New part' }],
      changes: [
        {
          line: 2,
          name: 'Known part',
          changes: { availableQty: { from: 5, to: 8 }, price: { from: 10, to: 12.5 } },
        },
      ],
    })
    expect((await products()).some((p: { productName: string }) => p.productName === 'New part')).toBe(false)
    const done = await imported(csv, shown.planKey)
    expect(done.json().applied).toBe(true)
    const now = await products()
    expect((await shop.get('/api/services?page=1')).headers['x-total-count']).toBe(String(now.length))
    expect(now.find((p: { _id: string }) => p._id === part.id)).toMatchObject({
      price: 12.5,
      availableQty: 8,
    })
    const added = now.find((p: { productName: string }) => p.productName === 'New part')
    expect(await stockOf(shop, part.id)).toEqual({ left: 8, booked: 8 })
    expect(await stockOf(shop, added._id)).toEqual({ left: 3, booked: 3 })
    const entries = (await shop.get('/api/audit?q=part', admin)).json()
    expect(entries.map((e: { what: string }) => e.what).sort()).toEqual(['product added', 'product edited'])
  })

  test('names each bad line and then changes nothing at all', async () => {
    const before = await products()
    const csv = file(
      `Good part,1,1,1,Text,${image}`,
      `,1,1,1,Text,${image}`,
      `"Two\r\nlines",1,1,1,Text,${image}`,
      `Bad price,1,1,1.234,Text,${image}`,
      `Good part,1,1,1,Text,${image}`,
      `Bad picture,x,0,1,Text,ftp://x`,
    )
    const { problems, planKey } = (await imported(csv)).json()
    expect(problems).toEqual([
      { line: 3, message: 'Product name is required' },
      { line: 6, message: 'Price must be in dollars with at most two decimals' },
      { line: 7, message: 'The same product is on line 2 too.' },
      { line: 8, message: 'Available quantity must be a whole number' },
      { line: 8, message: 'Minimum order quantity must be at least 1' },
      { line: 8, message: 'Image must be the address of a picture' },
    ])
    const answer = await imported(csv, planKey)
    expect(answer.status).toBe(422)
    expect(answer.json().report.problems).toHaveLength(6)
    expect(await products()).toEqual(before)
  })

  test('takes no price at which no card can pay the smallest order, and rounds the noise of binary fractions', async () => {
    await aProduct(shop, { name: 'Cheap washer', priceCents: 5, availableQty: 5 })
    const csv = file(
      `Cheap ring,1,3,0.10,Text,${image}`,
      `Cheap washer,6,1,0.05,Text,${image}`,
      `Noisy part,1,1,50.699999999999996,Text,${image}`,
    )
    const { problems, changes, adds } = (await imported(csv)).json()
    expect(problems).toEqual([
      {
        line: 2,
        message:
          'The smallest order of this part comes to $0.30. A card can pay from $0.50 up to $999,999.99.',
      },
    ])
    expect(changes).toMatchObject([{ name: 'Cheap washer', line: 3 }])
    expect(adds).toMatchObject([{ name: 'Noisy part', line: 4 }])
  })

  test('shows of a long text what is different in it', async () => {
    await aProduct(shop, { name: 'Long text' })
    const text = 'The same words at the beginning. '.repeat(5)
    const change = async (description: string) => {
      const csv = file(`Long text,5,1,25,${description},${image}`)
      const report = (await imported(csv)).json()
      await imported(csv, report.planKey)
      return report.changes[0].changes.productDescription
    }
    await change(`${text}Old end`)
    expect(await change(`${text}New end`)).toEqual({
      from: '… same words at the beginning. Old end',
      to: '… same words at the beginning. New end',
    })
  })

  test('is undone whole when its last line cannot be saved', async () => {
    const before = await products()
    const csv = file(`One more,1,1,1,Text,${image}`, `Last,1,1,1,Text,/images/${'0'.repeat(40)}-1200.webp`)
    const { planKey } = (await imported(csv)).json()
    expect((await imported(csv, planKey)).status).toBe(422)
    expect(await products()).toEqual(before)
  })

  test('is not done when something was sold after it was looked at', async () => {
    const part = await aProduct(shop, { name: 'Sold meanwhile', availableQty: 5 })
    const csv = file(`Sold meanwhile,9,1,25,Round and black,${image}`)
    const { planKey } = (await imported(csv)).json()
    await shop.send(`/api/services/${part.id}`, { method: 'PUT', headers: admin, body: { availableQty: 4 } })
    const answer = await imported(csv, planKey)
    expect(answer.status).toBe(409)
    expect(answer.json().report.changes[0].changes.availableQty).toEqual({ from: 4, to: 9 })
    expect(await stockOf(shop, part.id)).toEqual({ left: 4, booked: 4 })
  })

  test('with ids renames products, which may also swap their names', async () => {
    const [a, b, c] = [
      await aProduct(shop, { name: 'Swap left' }),
      await aProduct(shop, { name: 'Swap right' }),
      await aProduct(shop, { name: 'Swap spare' }),
    ]
    const row = (id: string, name: string) => `${id},${name},7,1,9,Text,${image}`
    const csv = [
      `_id,${head}`,
      row(a.id, 'Swap right'),
      row(b.id, 'Swap left'),
      row(c.id, 'Swap reserve'),
    ].join('\n')
    const shown = (await imported(csv)).json()
    expect(shown).toMatchObject({ problems: [], adds: [] })
    expect(shown.changes[0]).toMatchObject({
      name: 'Swap left',
      changes: { productName: { from: 'Swap left', to: 'Swap right' } },
    })
    expect((await imported(csv, shown.planKey)).json().applied).toBe(true)
    const nameOf = async (id: string) => (await shop.get(`/api/service/${id}`)).json().productName
    expect([await nameOf(a.id), await nameOf(b.id), await nameOf(c.id)]).toEqual([
      'Swap right',
      'Swap left',
      'Swap reserve',
    ])
    expect((await shop.get('/api/services?q=swap+left')).json()[0]._id).toBe(b.id)
    const [entry] = (await shop.get('/api/audit?q=reserve', admin)).json()
    expect(entry).toMatchObject({ what: 'product edited', subject: 'Swap spare → Swap reserve' })
  })

  test('gives no product the name of one that the file does not hold, nor one product two names', async () => {
    const part = await aProduct(shop, { name: 'Wants another name' })
    await aProduct(shop, { name: 'Holds that name' })
    const row = (id: string, name: string) => `${id},${name},7,1,9,Text,${image}`
    const problemsOf = async (...rows: string[]) =>
      (await imported([`_id,${head}`, ...rows].join('\n'))).json().problems
    expect(await problemsOf(row(part.id, 'HOLDS that name'))).toEqual([
      { line: 2, message: 'There is already a product named “Holds that name”.' },
    ])
    expect(await problemsOf(row(part.id, 'One name'), row(part.id, 'Two names'))).toEqual([
      { line: 3, message: 'The same product is on line 2 too.' },
    ])
    expect(await problemsOf(row(part.id, 'One name'), row('', 'Wants another name'))).toEqual([
      { line: 3, message: 'The same product is on line 2 too.' },
    ])
    // An id that nobody has, as in a file of another shop, means nothing: the name counts.
    expect(await problemsOf(row('elsewhere', 'Wants another name'))).toEqual([])
  })

  test('is not done when a product of the same name was added after it was looked at', async () => {
    const csv = file(`Added meanwhile,9,1,25,Round and black,${image}`)
    const { planKey } = (await imported(csv)).json()
    const added = { productName: 'Added meanwhile', availableQty: 1, orderQty: 1, price: 1, image }
    const [first, second] = await Promise.all([
      imported(csv, planKey),
      shop.post('/api/services', { ...added, productDescription: 'Text' }, admin),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
  })

  test('needs all columns and no others', async () => {
    const { problems } = (await imported('productName;colour\nx;red')).json()
    expect(problems.map(({ message }: { message: string }) => message)).toContain(
      'There is no column named “colour”.',
    )
    expect(problems.map(({ message }: { message: string }) => message)).toContain(
      'The column price is missing.',
    )
  })

  test('of prices by _id leaves stock, description and picture alone, also what was sold meanwhile', async () => {
    const part = await aProduct(shop, { name: 'Repriced part', priceCents: 1000, availableQty: 5 })
    const before = (await shop.get(`/api/service/${part.id}`)).json()
    const csv = `_id;price\n${part.id};12,50`
    const shown = (await imported(csv)).json()
    expect(shown).toMatchObject({
      problems: [],
      adds: [],
      changes: [{ line: 2, name: 'Repriced part', changes: { price: { from: 10, to: 12.5 } } }],
    })
    await shop.send(`/api/services/${part.id}`, { method: 'PUT', headers: admin, body: { availableQty: 4 } })
    expect((await imported(csv, shown.planKey)).json().applied).toBe(true)
    expect((await shop.get(`/api/service/${part.id}`)).json()).toEqual({
      ...before,
      availableQty: 4,
      price: 12.5,
    })
    expect(await stockOf(shop, part.id)).toEqual({ left: 4, booked: 4 })
  })

  test('by _id still needs all of a product that is new, and names an _id that nobody has', async () => {
    const part = await aProduct(shop, { name: 'Priced by id' })
    const problemsOf = async (csv: string) => (await imported(csv)).json().problems
    expect(await problemsOf(`_id,price\n${part.id},7\nelsewhere,7\n,7`)).toEqual([
      { line: 3, message: 'There is no product with the _id “elsewhere”.' },
      ...['Product name', 'Available quantity', 'Minimum order quantity', 'Product description', 'Image'].map(
        (field) => ({ line: 4, message: `${field} is required` }),
      ),
    ])
    expect(await problemsOf(`_id,productName,price\n,Almost a part,7\n${part.id},,7`)).toEqual([
      ...['Available quantity', 'Minimum order quantity', 'Product description', 'Image'].map((field) => ({
        line: 2,
        message: `${field} is required`,
      })),
      { line: 3, message: 'Product name is required' },
    ])
    expect(await problemsOf(`_id,price\n${part.id},7\n${part.id},8`)).toEqual([
      { line: 3, message: 'The same product is on line 2 too.' },
    ])
  })

  test('is bounded in size', async () => {
    expect((await imported('x'.repeat(9 * 1024 * 1024))).status).toBe(413)
  })
})

test.skipIf(isQuickRun)(
  'ten thousand products: the first page to manage takes about as long as with twenty',
  async () => {
    const few = await aShop()
    const sign = async (one: TestShop) =>
      (await signedIn(one, { email: 'admin@many.example', admin: true })).headers
    const [fewAdmin, lines] = [await sign(few), [] as string[]]
    for (let i = 0; i < 10_000; i++)
      lines.push(`Part number ${i},${i % 50},1,${i % 300},Text of part ${i},${image}`)
    const csv = file(...lines)
    const { planKey } = (await imported(csv)).json()
    expect((await imported(csv, planKey)).json().adds).toHaveLength(10_000)
    for (const query of ['', '?sort=stock-low', '?sort=name', '?q=disc', '?stock=low']) {
      const [small, large] = [await median(few, fewAdmin, query), await median(shop, admin, query)]
      console.log(
        `first page ${query}: ${large.toFixed(1)} ms / ${small.toFixed(1)} ms = ${(large / small).toFixed(2)}`,
      )
    }
  },
  120_000,
)

test.skipIf(isQuickRun)(
  'a long file of products is imported by a command, also a name that its last line gives up, or nothing of it',
  { timeout: 120_000 },
  async () => {
    const other = await aShop()
    const [wants, holds] = [
      await aProduct(other, { name: 'Wants a name' }),
      await aProduct(other, { name: 'Holds it', availableQty: 5 }),
    ]
    const first = `${wants.id},Holds it,4,1,25,Text,${image}`
    const last = `${holds.id},Gave it up,4,1,25,Text,${image}`
    const lines = Array.from({ length: 2500 }, (_, n) => `,Long list part ${n},3,1,7,Text,${image}`)
    const write = (name: string, ...all: string[]) => {
      const path = join(other.config.dataDir, name)
      writeFileSync(path, [`_id,${head}`, ...all].join('\n'))
      return path
    }
    const bad = write('bad.csv', first, ...lines)
    const good = write('good.csv', first, ...lines, last)
    await other.app.close()
    const refused = await tool('import-csv', other.settings, 'products', bad)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.problems).toContain('Line 2: There is already a product named “Holds it”.')
    const done = await tool('import-csv', other.settings, 'products', good)
    expect(done.output).toContain('2,502 lines: 2,500 new, 2 changed, 0 unchanged.')
    const again = await tool('import-csv', other.settings, 'products', good)
    expect(again.output).toContain('2,502 lines: 0 new, 0 changed, 2,502 unchanged.')
    const reopened = await aShop(other.settings)
    const nameOf = async (id: string) => (await reopened.get(`/api/service/${id}`)).json().productName
    expect([await nameOf(wants.id), await nameOf(holds.id)]).toEqual(['Holds it', 'Gave it up'])
    expect(await stockOf(reopened, holds.id)).toEqual({ left: 4, booked: 4 })
  },
)

async function median(one: TestShop, headers: Record<string, string>, query: string) {
  const times: number[] = []
  for (let i = 0; i < 15; i++) {
    const start = performance.now()
    await one.get(`/api/manage/services${query}`, headers)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[7]!
}

describe('part numbers as a file of their own', () => {
  const numbers = async (id: string) => (await shop.get(`/api/service/${id}`)).json().numbers
  const file = (csv: string, planKey?: string) =>
    shop.post('/api/manage/numbers/import', { csv, ...(planKey && { planKey }) }, admin)

  test('change nothing when they are imported again', async () => {
    const csv = (await shop.get('/api/manage/numbers.csv', admin)).text
    expect(csv).toContain('product,kind,maker,number')
    const report = (await file(csv)).json()
    expect(report).toMatchObject({ applied: false, problems: [], adds: [], changes: [] })
    expect(report.unchanged).toBe(csv.trim().split('\r\n').length - 1)
  })

  test('are added to those of a product or spelled as in the file, and found at once', async () => {
    const part = await aProduct(shop, { name: 'Numbered hub' })
    const own = `product,kind,number\n${part.id},Own,NH-700`
    await file(own, (await file(own)).json().planKey)
    const csv = ['product,kind,maker,number', 'NH-700,OE,Volkswagen,5Q0 407 621 Z', `${part.id},own,,NH 700`]
    const shown = (await file(csv.join('\n'))).json()
    expect(shown.adds).toEqual([{ line: 2, name: 'Numbered hub: OE Volkswagen: 5Q0 407 621 Z' }])
    expect(shown.changes[0].changes).toEqual({ number: { from: 'Own: NH-700', to: 'Own: NH 700' } })
    expect(await numbers(part.id)).toBe('Own: NH-700')
    expect((await file(csv.join('\n'), shown.planKey)).json().applied).toBe(true)
    expect(await numbers(part.id)).toBe('Own: NH 700\nOE Volkswagen: 5Q0 407 621 Z')
    const found = (await shop.get('/api/services?q=5q0407621z&page=1&limit=5')).json()
    expect(found[0]._id).toBe(part.id)
    expect((await file(csv.join('\n'), shown.planKey)).status).toBe(409)
  })

  test('with a bad line change nothing, and each is named', async () => {
    const part = await aProduct(shop, { name: 'Wrongly numbered hub' })
    const hundred = Array.from({ length: 101 }, (_, n) => `${part.id},Replaces,,${n + 100}`)
    const csv = [
      'product,kind,maker,number',
      `${part.id},own,,WN-1`,
      'nothing,own,,WN-2',
      `${part.id},ours,,WN-3`,
      `${part.id},OE,,WN-4`,
      `${part.id},EAN,,4006381333932`,
      `${part.id},own,,wn 1`,
    ]
    const { problems, planKey } = (await file(csv.join('\n'))).json()
    expect(problems).toEqual([
      { line: 3, message: 'There is no product “nothing”' },
      { line: 4, message: 'There is no kind “ours”: write Own, OE, Competitor, Replaces, EAN' },
      { line: 5, message: 'Say whose number it is, as in “OE Example: 123”' },
      {
        line: 6,
        message: 'An EAN, UPC or GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit',
      },
      { line: 7, message: 'This number is on line 2 too' },
    ])
    expect((await file(csv.join('\n'), planKey)).status).toBe(422)
    const many = (await file(['product,kind,maker,number', ...hundred].join('\n'))).json()
    expect(many.problems).toEqual([{ line: 102, message: 'A product has at most 100 part numbers' }])
    expect(await numbers(part.id)).toBe('')
  })
})
