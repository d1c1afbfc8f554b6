import { beforeAll, expect, test } from 'vitest'
import { escapeHtml } from '~/platform/text.ts'
import { totpUri } from '~/shop/identity/second-factor/authenticators.server.ts'
import { storePicture } from '~/shop/images/store.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { isQuickRun } from '~/test/long-run.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { picturesOfBusiness } from './business.server.ts'
import type { Opening } from './contract.ts'
import { fieldsOf, sectionNames } from './fields.ts'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop({
    SELLER_NAME: 'Räder & Söhne',
    SELLER_ADDRESS: '1 Wheel Street, 12345 Rim',
    RETURN_DAYS: '14',
  })
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

const hostileNames = [
  'Grip: "Sons" </title><script>alert(1)</script> & Co',
  '=cmd|calc',
  'متجر \u202eabc',
  'x'.repeat(60),
]
test.each(isQuickRun ? hostileNames.slice(0, 1) : hostileNames)(
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

async function uploadedLogo() {
  const form = new FormData()
  form.append('image', new Blob([await aPng(600, 200)], { type: 'image/png' }), 'logo.png')
  const response = await fetch(`${shop.url}/api/images`, { method: 'POST', headers: admin, body: form })
  return ((await response.json()) as { data: { url: string } }).data.url
}

test('a logo stands at the head of pages, in the bar of the browser, on phones and in mails, and its address changes with it', async () => {
  const before = await page('/')
  expect(before).toContain('<link rel="icon" href="/favicon.svg"')
  expect((await shop.get('/favicon.ico')).headers.location).toBe('/icons/favicon.ico')
  const logo = await uploadedLogo()
  expect((await save('look', { logo })).status).toBe(200)
  await shop.workers.unusedImages.wake()
  const id = /images\/(\w{40})/.exec(logo)![1]
  const html = await page('/')
  expect(html).toContain(`<link rel="icon" href="/logo/${id}/favicon.ico"`)
  expect(html).toContain(`<link rel="apple-touch-icon" href="/logo/${id}/apple-touch-icon.png">`)
  expect(html).toContain(`<meta property="og:image" content="http://localhost:0/logo/${id}/social.jpg">`)
  expect(html).toContain(`<img src="${logo}" alt="Car Parts" class="own-logo`)
  const manifest = (await shop.get('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Car Parts', start_url: '/' })
  const shapes = ['favicon.ico', 'apple-touch-icon.png', 'mail.png', 'social.jpg'].map(
    (file) => `/logo/${id}/${file}`,
  )
  for (const address of [...shapes, ...manifest.icons.map(({ src }: { src: string }) => src)]) {
    const { status, headers } = await shop.get(address)
    expect([address, status, headers['cache-control']]).toEqual([
      address,
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(headers['content-type']).toMatch(/^image\/(x-icon|png|jpeg)$/)
  }
  expect((await shop.get('/favicon.ico')).headers.location).toBe(`/logo/${id}/favicon.ico`)
  await shop.post('/api/contact', { email: 'ada@business.example', message: 'Hello' })
  expect((await mailsTo(shop, 'workshop@carparts.example')).at(-1)).toContain(
    `/logo/${id}/mail.png" width="160"`,
  )
  for (const address of [
    `/logo/${'0'.repeat(40)}/mail.png`,
    `/logo/${id}/constructor`,
    `/logo/${id}/..%2fmail.png`,
  ])
    expect((await shop.get(address)).status).toBe(404)
  for (const wrong of ['https://evil.example/x.png', '/images/x.svg', `/images/${'0'.repeat(40)}-1200.webp`])
    expect((await save('look', { logo: wrong })).json().fields).toEqual({ logo: 'Choose the picture again' })
  expect((await save('look', { logo: '' })).status).toBe(200)
  expect(await page('/')).toContain('<link rel="icon" href="/favicon.svg"')
  expect((await shop.get(`/logo/${id}/mail.png`)).status).toBe(404)
})

test('the colour of the shop is a stylesheet of its own; a shop that has chosen none has no such thing', async () => {
  expect(await page('/')).not.toContain('/theme/')
  expect((await save('look', { accent: '#1a5fb4' })).status).toBe(200)
  const [, address] = /<link rel="stylesheet" href="(\/theme\/[^"]+)"/.exec(await page('/'))!
  const theme = await shop.get(address!)
  expect([theme.status, theme.headers['content-type'], theme.headers['cache-control']]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect(theme.text).toMatch(/^:root:root\{--accent:#1a5fb4;/)
  for (const wrong of ['red', '#1a5fb', '#1a5fb4;}body{', 'url(x)'])
    expect((await save('look', { accent: wrong })).json().fields).toHaveProperty('accent')
  expect((await shop.get('/theme/1-zzzzzz.css')).status).toBe(404)
  await save('look', { accent: '#d1470f' })
})

test('a map comes from a known host, which pages may then frame', async () => {
  const frames = async () =>
    /frame-src [^;]*/.exec((await shop.get('/contact')).headers['content-security-policy']!)![0]
  expect(await frames()).toBe("frame-src 'self'")
  const map = 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4'
  expect((await save('contact', { map })).status).toBe(200)
  expect(await frames()).toBe("frame-src 'self' https://www.openstreetmap.org")
  for (const wrong of [
    'http://www.openstreetmap.org/',
    'https://evil.example/',
    'https://www.google.com@evil.example/',
    'https://www.google.com.evil.example/',
    'javascript:alert(1)',
    'https://www.google.com:8443/',
  ])
    expect((await save('contact', { map: wrong })).json().fields).toHaveProperty('map')
  expect((await save('contact', { map: '' })).status).toBe(200)
  const set = await aShop({ DEMO: 'off', MAP_EMBED_URL: 'https://maps.example/embed' })
  const boss = (await signedIn(set, { email: 'admin@business.example', admin: true })).headers
  const body = { version: 0, values: { map: 'https://maps.example/embed', phone: '1' } }
  const saved = await set.send('/api/manage/business/contact', { method: 'PUT', headers: boss, body })
  expect(saved.status).toBe(200)
})

test('the first page says what its owner says; what is emptied is left out', async () => {
  const texts = (await shop.get('/api/business/home')).json()
  expect(texts.heroTitle).toBe('Parts we would fit to *our own* cars')
  expect(
    (await save('home', { heroTitle: 'Grip for *your* car', counters: '', kit: 'Rope: To pull.' })).status,
  ).toBe(200)
  const html = await page('/')
  expect(html).toMatch(/Grip for <span class="[^"]*">your<\/span> car/)
  expect(html).not.toContain('id="statistics"')
  expect(html).not.toContain('Warning triangle')
  await save('home', texts)
  for (const [field, value] of [
    ['counters', 'many: Repairs'],
    ['counters', '1: a\n2: b\n3: c\n4: d\n5: e'],
    ['steps', 'No colon'],
  ] as const)
    expect((await save('home', { [field]: value })).json().fields).toHaveProperty(field)
})

const hostileTexts = [
  `"'></script><img src=x onerror=alert(1)>`,
  '=cmd|calc',
  '\u202egnp.exe متجر',
  'W'.repeat(60),
]
test.each(isQuickRun ? hostileTexts.slice(0, 1) : hostileTexts)(
  'whatever an owner types into any field, it is words: %j',
  async (hostile) => {
    const before = new Map<string, Record<string, string>>()
    for (const section of sectionNames) {
      const { values, first } = await edited(section)
      before.set(section, values)
      const typed = Object.entries(fieldsOf(section))
        .filter(([name, field]) => !field.as && !['map', 'email', 'carriers', 'founded'].includes(name))
        .map(([name, { most, problem }]) => {
          const value = problem ? `1: ${hostile.replaceAll('\n', ' ')}` : hostile
          return [name, value.length > most ? first[name] : value]
        })
      expect((await save(section, Object.fromEntries(typed))).status).toBe(200)
    }
    for (const path of ['/', '/contact', '/shop', '/pages/imprint', '/login']) {
      const { status, text } = await shop.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(/<img src=x|<\/script><img/.exec(text)?.[0]).toBeUndefined()
    }
    expect((await shop.get('/site.webmanifest')).json().name).toBe(hostile)
    const customer = await signedIn(shop, {
      email: `c-${crypto.randomUUID()}@business.example`,
      name: hostile,
    })
    const product = await aProduct(shop, { priceCents: 1000, name: `${hostile} ${crypto.randomUUID()}` })
    const { orderId } = await paidOrder(shop, customer, { productId: product.id, quantity: 1, price: 10 })
    const mail = (await mailsTo(shop, customer.email)).join()
    expect(mail).toContain('text/html')
    expect(/<img src=x|<\/script>/.exec(mail.split('text/html').at(-1)!)?.[0]).toBeUndefined()
    const { receipts } = (await shop.get(`/api/purchases/${orderId}`, customer.headers)).json()
    const pdf = await shop.get(`/api/purchases/${orderId}/receipts/${receipts[0].number}`, customer.headers)
    expect([200, 409]).toContain(pdf.status)
    for (const [section, values] of before) expect((await save(section, values)).status).toBe(200)
  },
)

test('what is still the demo’s is listed before the shop opens, by what is really so, until nothing is left of it', async () => {
  const opening = async () => (await shop.get('/api/manage/opening', admin)).json() as Opening
  const stateOf = async (id: string) => (await opening()).lines.find((line) => line.id === id)!.state
  const skip = (step: string, skipped: boolean) =>
    shop.send(`/api/manage/opening/${step}`, { method: 'PUT', headers: admin, body: { skipped } })
  expect(await stateOf('seller')).toBe('done')
  expect(await stateOf('name')).toBe('open')
  const { values } = await edited('shop')
  await save('shop', { name: 'Grip', copyright: 'Grip, all rights reserved' })
  expect(await stateOf('name')).toBe('done')
  await save('shop', values)
  expect(await stateOf('name')).toBe('open')
  expect((await skip('payments', true)).json()).toEqual({ modifiedCount: 1 })
  expect(await stateOf('payments')).toBe('skipped')
  expect((await skip('payments', true)).json()).toEqual({ modifiedCount: 0 })
  await skip('payments', false)
  expect(await stateOf('payments')).toBe('open')
  expect((await skip('nothing', true)).status).toBe(404)
  for (const { id, state } of (await opening()).lines) if (state === 'open') await skip(id, true)
  const { readySince } = await opening()
  expect(Date.parse(readySince!)).toBeGreaterThan(Date.now() - 60_000)
  expect((await opening()).readySince).toBe(readySince)
  await skip('tax', false)
  expect((await opening()).readySince).toBeUndefined()
  expect((await shop.get('/api/audit?limit=1', admin)).json()[0]).toMatchObject({
    subject: 'Before you open',
  })
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

const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )

test('the contact page tells search engines who the shop is, since when, and how to reach it', async () => {
  expect(await page('/portfolio')).toContain('car parts since 1998')
  expect(dataIn(await page('/contact'))[0]).toMatchObject({
    '@type': 'AutoPartsStore',
    foundingDate: '1998',
  })
  const name = '</script><img src=x> & "Sons"'
  expect((await save('shop', { name, founded: '2019' })).status).toBe(200)
  const [workshop] = dataIn(await page('/contact'))
  expect(workshop).toMatchObject({ name, foundingDate: '2019', url: 'http://localhost:0/' })
  expect(await page('/portfolio')).toContain('car parts since 2019')
  expect((await save('shop', { founded: '19th' })).json().fields).toEqual({
    founded: 'Must be a year like 1998',
  })
  expect((await save('shop', { founded: '' })).status).toBe(200)
  expect(await page('/portfolio')).toContain('sell and fit car parts')
  expect(await page('/portfolio')).not.toContain('The year we opened')
  expect(dataIn(await page('/contact'))[0]).not.toHaveProperty('foundingDate')
  expect((await save('shop', { name: 'Car Parts', founded: '1998' })).status).toBe(200)
})

test('returns may be asked for as long as the owner says, or else RETURN_DAYS, and every page knows', async () => {
  expect((await edited('returns')).values.askDays).toBe('14')
  expect(await page('/pages/delivery-and-returns')).toContain('return a part within 14 days')
  expect(await page('/cart')).toContain('"returnDays":14')
  expect((await save('returns', { askDays: '60' })).status).toBe(200)
  expect(await page('/pages/delivery-and-returns')).toContain('return a part within 60 days')
  expect(await page('/cart')).toContain('"returnDays":60')
  expect((await save('returns', { askDays: 'many' })).json().fields).toEqual({
    askDays: 'Must be a whole number up to 3650',
  })
  expect((await save('returns', { askDays: '14' })).status).toBe(200)
})

test('the notice on the legal guarantee is at the foot of every page and stays among the pictures', async () => {
  expect(await page('/')).not.toContain('Legal guarantee')
  const notice = await storePicture(shop.db, await aPng(600, 400))
  expect((await save('returns', { notice })).status).toBe(200)
  expect(await page('/')).toContain(`href="${notice}"`)
  expect(await picturesOfBusiness(shop.db)).toContain(notice)
  expect((await save('returns', { notice: '/images/gone.webp' })).status).toBe(422)
  expect((await save('returns', { notice: '' })).status).toBe(200)
})
