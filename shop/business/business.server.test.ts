import { beforeAll, expect, test } from 'vitest'
import { escapeHtml } from '~/platform/escape-html.ts'
import { totpUri } from '~/shop/identity/second-factor/authenticators.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop({ SELLER_NAME: 'Räder & Söhne', SELLER_ADDRESS: '1 Wheel Street, 12345 Rim' })
  admin = (await signedIn(shop, { email: 'admin@business.example', admin: true })).headers
})

const edited = async (section: string) => (await shop.get(`/api/manage/business/${section}`, admin)).json()
async function save(section: string, values: Record<string, string>, version?: number) {
  const body = { version: version ?? (await edited(section)).version, values }
  return shop.send(`/api/manage/business/${section}`, { method: 'PUT', headers: admin, body })
}
const page = async (path: string) => (await shop.get(path)).text

test('the shop says of itself what is specified, or what the settings of the server say, until its owner changes it', async () => {
  expect((await shop.get('/api/business')).json()).toMatchObject({
    shop: { name: 'Car Parts', copyright: 'Copyright © 2022 Car Parts. Since 1998.' },
    seller: { name: 'Räder & Söhne', address: '1 Wheel Street\n12345 Rim', taxId: '' },
    contact: { phone: '(555) 555-0142', email: 'workshop@carparts.example' },
  })
  expect(await edited('seller')).toMatchObject({ version: 0, changed: [], values: { name: 'Räder & Söhne' } })
})

test('what the owner changes is on the next page, with who changed it in the audit trail', async () => {
  expect(await page('/contact')).toContain('<title>Contact - Car Parts</title>')
  expect((await save('shop', { name: 'Grip <b>& Sons' })).json()).toEqual({ modifiedCount: 1 })
  expect((await save('contact', { phone: '(555) 555-0199', hours: 'Always: open' })).status).toBe(200)
  const contact = await page('/contact')
  expect(contact).toContain('<title>Contact - Grip &lt;b&gt;&amp; Sons</title>')
  expect(contact).toContain('href="tel:5555550199"')
  expect(contact).toContain('>Always</dt>')
  expect(contact).not.toContain('(555) 555-0142')
  expect(contact).not.toContain('<b>&')
  expect((await shop.get('/api/audit?limit=1', admin)).json()[0]).toMatchObject({
    what: 'shop settings changed',
    subject: 'Contact',
    details: { phone: { from: '(555) 555-0142', to: '(555) 555-0199' } },
  })
  expect((await save('shop', { name: 'Car Parts' })).status).toBe(200)
  expect(await edited('shop')).toMatchObject({ changed: [] })
})

test.each([
  'Grip: "Sons" </title><script>alert(1)</script> & Co',
  '=cmd|calc',
  'متجر \u202eabc',
  'x'.repeat(60),
])(
  'the name of the shop is that of titles, mails, codes and the API, and never more than a name: %j',
  async (name) => {
    expect((await save('shop', { name, copyright: name })).status).toBe(200)
    const email = `ada-${crypto.randomUUID()}@business.example`
    await shop.post('/identity/sign-up/email', { name: 'Ada', email, password: 'Passw0rd1' })
    const [mail] = await mailsTo(shop, email)
    expect(mail).toContain(`\nSubject: Verify your email address for ${name}\n`)
    expect(mail).toMatch(/^From: .+ <shop@carparts\.example>$/m)
    expect(mail).toContain(`somebody registered at ${name} with this address`)
    const pages = [
      await page('/'),
      await page('/login'),
      await page('/api/docs'),
      await page('/identity/popup-done'),
    ]
    for (const html of [mail!.split('text/html')[1]!, ...pages])
      expect(/<script>alert|Car Parts/.exec(html)?.[0]).toBeUndefined()
    for (const html of pages) expect(html).toContain(`${escapeHtml(name)}</title>`)
    expect((await shop.get('/api/openapi.json')).json().info.title).toBe(name)
    const inApp = new URL(totpUri(name, 'SECRET', 'ada@business.example'))
    expect(inApp.searchParams.get('issuer')).toBe(name.replaceAll(':', ' '))
    expect(inApp.pathname.split(':')).toHaveLength(2)
    await save('shop', { name: 'Car Parts', copyright: 'Copyright © 2022 Car Parts. Since 1998.' })
  },
)

test('a receipt names the seller of its day: those that exist stay as they are', async () => {
  const customer = await signedIn(shop, { email: 'customer@business.example' })
  const sellers = async () => {
    const product = await aProduct(shop, { priceCents: 1000 })
    const { orderId } = await paidOrder(shop, customer, { productId: product.id, quantity: 1, price: 10 })
    return async () =>
      (await shop.get(`/api/purchases/${orderId}`, customer.headers)).json().receipts[0].seller
  }
  const before = await sellers()
  expect(await before()).toEqual({ name: 'Räder & Söhne', address: ['1 Wheel Street', '12345 Rim'] })
  await save('seller', { name: 'Grip & Sons', address: '2 Hub Road', taxId: 'X 1' })
  const after = await sellers()
  expect(await after()).toEqual({ name: 'Grip & Sons', address: ['2 Hub Road'], taxId: 'X 1' })
  expect(await before()).toEqual({ name: 'Räder & Söhne', address: ['1 Wheel Street', '12345 Rim'] })
})

test('what somebody else has changed meanwhile is not overwritten', async () => {
  const { version } = await edited('shop')
  expect((await save('shop', { slogan: 'Mine' }, version)).status).toBe(200)
  const late = await save('shop', { slogan: 'Yours' }, version)
  expect([late.status, late.json().reason]).toEqual([409, 'changed_meanwhile'])
  expect((await edited('shop')).values.slogan).toBe('Mine')
})

test.each([
  ['shop', { name: ' ' }, 'name', 'Name is required'],
  ['shop', { name: 'x'.repeat(61) }, 'name', 'At most 60 characters'],
  ['contact', { email: 'nobody' }, 'email', 'Email is not a valid email address'],
  ['contact', { password: 'x' }, 'password', 'There is no such field'],
])('a value that cannot be right is named: %s %j', async (section, values, field, message) => {
  const answer = await save(section, values)
  expect([answer.status, answer.json().fields]).toEqual([422, { [field]: message }])
})
