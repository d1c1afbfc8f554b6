import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ DELIVERY_FEE: '4.90', RETURN_DAYS: '14', SELLER_NAME: 'Grip & Sons' })
  admin = (await signedIn(shop, { email: 'admin@texts.example', admin: true })).headers
})

const page = async (id: string) => (await shop.get(`/pages/${id}`)).text
const edited = async (id: string) => (await shop.get(`/api/manage/pages/${id}`, admin)).json()
const save = (id: string, markdown: string, version: number) =>
  shop.send(`/api/manage/pages/${id}`, { method: 'PUT', headers: admin, body: { markdown, version } })
const preview = async (markdown: string) =>
  (await shop.post('/api/manage/texts/preview', { markdown }, admin)).json().nodes

test('until the owner writes them, the pages state what the shop does', async () => {
  expect(await page('delivery-and-returns')).toContain(
    'Delivery costs $4.90 a purchase. It is free for parts of more than $100.00.',
  )
  expect(await page('delivery-and-returns')).toContain('within 14 days')
  expect(await page('imprint')).toContain('Grip &amp; Sons')
  expect(await page('privacy')).toContain('Messages that you send us: 365 days.')
  expect(await page('privacy')).toContain('Which newsletters you were sent: 365 days.')
  expect(await page('privacy')).not.toContain('Stripe')
  expect(await page('terms')).toContain('is cancelled, and its parts are for sale again')
  expect(await page('about')).toContain('Monday to Friday')
  for (const title of ['Delivery and returns', 'Privacy', 'Terms', 'Imprint', 'About us'])
    expect(await page('about')).toContain(`>${title}</a>`)
  expect((await shop.get('/pages/nothing')).status).toBe(404)
  expect((await shop.get('/sitemap.xml')).text).toContain('/pages/privacy</loc>')
})

test('what the owner writes is on the next page, every version stays, and the audit trail knows', async () => {
  expect(await edited('terms')).toMatchObject({ isOwn: false, version: 0, versions: [] })
  expect((await save('terms', '# Ours\n\nFirst', 0)).json()).toEqual({ version: 1 })
  expect(await page('terms')).toContain('<h2>Ours</h2>')
  expect((await save('terms', '# Ours\n\nSecond', 1)).json()).toEqual({ version: 2 })
  const now = await edited('terms')
  expect(now).toMatchObject({ isOwn: true, version: 2, markdown: '# Ours\n\nSecond' })
  expect(now.versions.map(({ markdown }: { markdown: string }) => markdown)).toEqual([
    '# Ours\n\nSecond',
    '# Ours\n\nFirst',
  ])
  expect((await shop.get('/api/audit?limit=1', admin)).json()[0]).toMatchObject({
    what: 'page changed',
    subject: 'Terms',
    details: { version: 2 },
  })
})

test('of two who save one version, one is told', async () => {
  const { version } = await edited('about')
  const answers = await Promise.all([save('about', 'Mine', version), save('about', 'Yours', version)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('headings, lists, links and tables become what they are, one level below the title', async () => {
  expect(await preview('# A\n\n- **b** *c*\n\n[d](/shop) [e](https://x.example)')).toEqual([
    { tag: 'h2', children: ['A'] },
    {
      tag: 'ul',
      children: [
        {
          tag: 'li',
          children: [
            { tag: 'p', children: [{ tag: 'strong', children: ['b'] }, ' ', { tag: 'em', children: ['c'] }] },
          ],
        },
      ],
    },
    {
      tag: 'p',
      children: [
        { tag: 'a', href: '/shop', children: ['d'] },
        ' ',
        { tag: 'a', href: 'https://x.example', children: ['e'] },
      ],
    },
  ])
  const [table] = await preview('| a | b |\n|---|---|\n| 1 | 2 |')
  expect(table.tag).toBe('table')
})

test('a picture of another host is a link, and a path stays on this shop', async () => {
  expect(JSON.stringify(await preview('![a](https://x.example/y.png)'))).not.toContain('src')
  const [{ children }] = await preview('[a](/\\\\evil.example)')
  expect(children[0].href).toMatch(/^\/%5C/)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  `${'> '.repeat(60)}deep`,
])('a hostile text is only words: %s', async (markdown) => {
  const nodes = await preview(markdown)
  expect(JSON.stringify(nodes)).not.toMatch(/"href"|"src"|"tag":"(script|img)"/)
  await save('privacy', markdown, (await edited('privacy')).version)
  const text = await page('privacy')
  expect(text).not.toMatch(/<script>alert|<img src=x|href="(javascript|data|\/\/evil)/i)
})
