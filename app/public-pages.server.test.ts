import { beforeAll, describe, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { visibleText } from '~/test/visible-text.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const htmlOf = async (path: string) => (await shop.get(path)).text
const read = async (path: string) => visibleText(await htmlOf(path))
/** An excerpt ends with dots whenever something follows, and no comma before them. */
const excerptOf = (text: string, length: number) => `${text.slice(0, length).replace(/[\s,.]+$/, '')}…`
const linksTo = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to)

test.each([
  ['/', 'Home'],
  ['/shop', 'Shop'],
  ['/blogs', 'Blogs'],
  ['/contact', 'Contact'],
  ['/login', 'Login'],
  ['/register', 'Register'],
  ['/reset-password', 'Reset Password'],
  ['/portfolio', 'Portfolio'],
  ['/nope', 'Not Found'],
  ['/403', 'Forbidden'],
])('%s is called "%s - Car Parts"', async (path, page) => {
  expect(await htmlOf(path)).toContain(`<title>${page} - Car Parts</title>`)
})

test.each(['/', '/shop', '/blogs', '/contact', '/login', '/register'])(
  '%s says in a sentence what it is, for those who list it',
  async (path) => {
    expect(await htmlOf(path)).toMatch(/<meta name="description" content="[^"]{40,160}"/)
  },
)

test('visitors are offered Home, Shop, Blogs, Contact and Login, and nothing for those who are signed in', async () => {
  const [, bar = ''] = /<header.*?<nav[^>]*>(.*?)<\/nav>/s.exec(await htmlOf('/'))!
  expect(visibleText(bar).split('\n')).toEqual(['Home', 'Shop', 'Blogs', 'Contact', 'Login'])
  expect(linksTo(bar)).toEqual(['/', '/shop', '/blogs', '/contact', '/login'])
})

test('the page of a part is sent with all that a visitor may see of it, beside the log-in', async () => {
  const part = (await shop.get('/api/service/brake-disc')).json()
  const html = await htmlOf('/services/brake-disc')
  expect(html).toContain(`<title>${part.productName} - Car Parts</title>`)
  expect(html).toContain(`<meta name="description" content="${part.productDescription.slice(0, 150)}"`)
  expect(html).toContain('<link rel="canonical" href="http://')
  const words = visibleText(html).replaceAll('\u00a0', ' ')
  for (const seen of [
    part.productName,
    part.productDescription,
    '$68.90',
    `${part.availableQty} left`,
    'Login',
  ])
    expect(words).toContain(seen)
  expect(html).toContain(part.image)
  expect(visibleText(await htmlOf('/services/nope'))).toContain('The part could not be loaded.')
})

describe('the home page', () => {
  test('shows banner, benefits, features, products, emergency kit, figures, steps, newsletter and footer', async () => {
    const html = await htmlOf('/')
    const words = visibleText(html)
    const inOrder = [
      'Visit the shop',
      'Free home delivery over $100',
      'Quality you can measure',
      'Online support',
      'Parts described in full',
      'Answers from the workshop',
      'On your doorstep',
      'Parts in the shop',
      'Five things that belong in every car',
      'Since 1998, and still counting',
      'Four steps to a car that runs',
      'News from the workshop',
      'Copyright © 2022 Car Parts. Since 1998.',
    ].map((text) => words.indexOf(text))
    expect(inOrder).not.toContain(-1)
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    const [, kit = ''] = /id="emergency-kit".*?<ol[^>]*>(.*?)<\/ol>/s.exec(html)!
    expect(kit.match(/<li/g)).toHaveLength(5)
    expect(linksTo(html)).toContain('/shop')
    expect(words).not.toMatch(/lorem|ipsum|dolor/i)
  })

  test('counts to 9247, 12345, 8999 and 889', async () => {
    const words = (await read('/')).split('\n')
    for (const figure of ['9247', '12345', '8999', '889']) expect(words).toContain(figure)
  })

  test('shows the first three products of the shop', async () => {
    const products = (await shop.get('/api/services')).json().slice(0, 3)
    const details = linksTo(await htmlOf('/')).filter((to) => to?.startsWith('/services/'))
    expect(details).toEqual(products.map(({ _id }: { _id: string }) => `/services/${_id}`))
  })
})

test('a card shows name, picture, what is left, the price, 70 characters of the description and Details', async () => {
  const html = await htmlOf('/shop')
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => card)
  const products = (await shop.get('/api/services')).json()
  expect(cards).toHaveLength(products.length)
  for (const [n, product] of products.entries()) {
    const words = visibleText(cards[n]!)
    expect(words).toContain(product.productName)
    expect(cards[n]).toContain(`src="${product.image.replace(/-1200.webp$/, '')}`)
    expect(words).toContain(`${product.availableQty} left`)
    expect(words).toContain(product.price ? `$${product.price.toFixed(2)}` : 'Free')
    expect(words.split('\n')).toContain(excerptOf(product.productDescription, 70))
    expect(words).toContain('Details')
    expect(linksTo(cards[n]!)).toEqual([`/services/${product._id}`])
  }
})

test('an average of 4.5 is drawn as four and a half stars', async () => {
  const other = await aShop()
  await other.db.updateTable('reviews_total').set({ reviews: 2, stars: 9 }).execute()
  const html = (await other.get('/')).text
  const [, stars = ''] = /4\.5 out of 5 stars<\/span>(.*?)<\/p>/.exec(html)!
  expect(stars.match(/fill-current/g)).toHaveLength(4)
  expect(stars.match(/#icon-star-half/g)).toHaveLength(1)
})

test('no line ends between a number and its unit', async () => {
  expect(await htmlOf('/shop')).toContain('Alternator, 14\u00a0V 120\u00a0A, 6-Groove Pulley')
  expect(await htmlOf('/shop')).toContain('Insulated Jump Leads, 25\u00a0mm², 3.5\u00a0m')
})

test('the emergency kit leads to what of it the shop sells', async () => {
  const html = await htmlOf('/')
  for (const q of ['warning+triangle', 'jump+leads']) {
    expect(linksTo(html)).toContain(`/shop?q=${q}`)
    expect((await shop.get(`/api/services?q=${q}`)).json()).toHaveLength(1)
  }
})

test('a blog card shows the question, 100 characters of the answer and Learn More', async () => {
  const html = await htmlOf('/blogs')
  const blogs = (await shop.get('/api/blogs')).json()
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(([card]) => card)
  expect(cards).toHaveLength(blogs.length)
  for (const [n, { _id, question, answer }] of blogs.entries()) {
    const lines = visibleText(cards[n]!).split('\n')
    expect(lines).toContain(question)
    expect(lines).toContain(excerptOf(answer, 100))
    expect(lines).toContain('Learn More')
    expect(linksTo(cards[n]!)).toEqual([`/blogs/${_id}`])
  }
})

test('the page of a question shows it with its whole answer and a way Back', async () => {
  const [{ _id, question, answer }] = (await shop.get('/api/blogs')).json()
  const html = await htmlOf(`/blogs/${_id}`)
  const words = visibleText(html)
  expect(html).toContain(`<title>${question} - Car Parts</title>`)
  for (const paragraph of answer.split(/\n\s*\n/)) expect(words).toContain(paragraph.trim())
  expect(words.split('\n')).toContain('Back')
  expect(linksTo(html)).toContain('/blogs')
})

test('the contact page has a map, an email, a message and Send', async () => {
  const html = await htmlOf('/contact')
  expect(html).toMatch(/<img[^>]*alt="Drawn street map/)
  expect(html).toMatch(/<input[^>]*type="email"/)
  expect(html).toMatch(/<textarea[^>]*name="message"/)
  for (const label of ['Email', 'Message', 'Send']) expect(visibleText(html).split('\n')).toContain(label)
})

test.each([
  [
    '/login',
    ['Email', 'Password', 'Forgot password?', 'Login with Google'],
    ['/reset-password', '/register'],
  ],
  ['/register', ['Name', 'Email', 'Password', 'Register', 'Login with Google'], ['/login']],
  ['/reset-password', ['Email', 'Send Email'], []],
])('%s offers %j', async (path, labels, links) => {
  const html = await htmlOf(path)
  const lines = visibleText(html).split('\n')
  for (const label of labels) expect(lines).toContain(label)
  for (const link of links) expect(linksTo(html)).toContain(link)
})

test('an unknown path is a 404 with a picture, the forbidden page a 403 in its own words', async () => {
  const unknown = await shop.get('/no/such/page')
  expect(unknown.status).toBe(404)
  expect(unknown.text).toMatch(/<img[^>]*alt="A wheel rolls away/)
  const forbidden = await shop.get('/403')
  expect(forbidden.status).toBe(403)
  expect(visibleText(forbidden.text)).toContain('You are not authorized to access this page.')
})

describe('spinners', () => {
  const covers = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/class="cover cover-(\d)s[^"]*" data-cover="([^"]+)"/g)].map(([, s, page]) => [
        page,
        s,
      ]),
    )

  test('cover the app and home for 1 second, products of the home page for 2, shop and contact for 3', async () => {
    expect(covers(await htmlOf('/'))).toEqual({ app: '1', home: '1', 'home-products': '2' })
    expect(covers(await htmlOf('/shop'))).toEqual({ app: '1', shop: '3' })
    expect(covers(await htmlOf('/contact'))).toEqual({ app: '1', contact: '3' })
  })

  test('are gone from a shop with SPINNERS=off', async () => {
    const plain = await aShop({ SPINNERS: 'off' })
    expect((await plain.get('/shop')).text).toMatch(/<html[^>]*data-spinners="off"/)
    expect(await htmlOf('/shop')).not.toContain('data-spinners="off"')
  })
})
