import { beforeAll, expect, test } from 'vitest'
import type { Vehicle } from '~/shop/vehicles/contract.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const publicUrl = 'https://parts.example'
let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ PUBLIC_URL: publicUrl })
})

const blocks = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )
const find = async (path: string, type: string) =>
  blocks((await shop.get(path)).text).find((block) => block['@type'] === type)?.itemListElement

test('a list tells search engines its parts with offer, brand and number', async () => {
  const [{ item }] = await find('/shop/brakes/brake-discs', 'ItemList')
  expect(item).toMatchObject({
    '@type': 'Product',
    name: 'Drilled and Slotted Vented Brake Disc, 312 mm',
    url: `${publicUrl}/services/brake-disc`,
    image: ['', '-detail', '-sizes'].map((which) => `${publicUrl}/products/brake-disc${which}-1200.webp`),
    brand: { '@type': 'Brand', name: 'Millbridge' },
    sku: 'MB-30112-A',
    mpn: 'MB-30112-A',
    itemCondition: 'https://schema.org/NewCondition',
    gtin: '2000000301129',
    offers: { price: '68.90', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(await find('/shop', 'ItemList')).toHaveLength(18)
})

test('and the way to it', async () => {
  const crumbs: { name: string; item: string }[] = await find('/shop/brakes/brake-discs', 'BreadcrumbList')
  expect(crumbs.map(({ name, item }) => [name, item])).toEqual([
    ['All parts', `${publicUrl}/shop`],
    ['Brakes', `${publicUrl}/shop/brakes`],
    ['Brake discs', `${publicUrl}/shop/brakes/brake-discs`],
  ])
})

const ofPart = async (id: string, at = shop) =>
  blocks((await at.get(`/services/${id}`)).text).find((block) => block['@type'] === 'Product')
type Car = { brand: { name: string }; model: string; vehicleEngine?: { name: string } }
const carsOf = ({ isAccessoryOrSparePartFor: cars = [] }: { isAccessoryOrSparePartFor?: Car[] }) =>
  cars.map(({ brand, model, vehicleEngine }) => `${brand.name} ${model} ${vehicleEngine?.name ?? ''}`)

test('the page of a part tells its offer, how long it may be returned, and the cars that need no more be known of', async () => {
  const disc = await ofPart('brake-disc')
  expect(disc).toMatchObject({
    sku: 'MB-30112-A',
    itemCondition: 'https://schema.org/NewCondition',
    offers: {
      price: '68.90',
      availability: 'https://schema.org/InStock',
      hasMerchantReturnPolicy: {
        merchantReturnDays: 30,
        merchantReturnLink: `${publicUrl}/pages/delivery-and-returns`,
      },
    },
  })
  // Nobody has said what delivery costs where.
  expect(disc.offers.shippingDetails).toBeUndefined()
  expect(disc.aggregateRating).toBeUndefined()
  const listed: Vehicle[] = (await shop.get('/api/service/brake-disc/vehicles')).json()
  const fitting = await Promise.all(
    listed.map(async (car) => {
      const fit = (await shop.get(`/api/service/brake-disc/fit?car=${car._id}`)).json()
      return fit.verdict === 'fits'
        ? `${car.make} ${[car.model, car.generation].join(' ').trim()} ${car.engine}`
        : []
    }),
  )
  expect(carsOf(disc)).toEqual(fitting.flat())
  expect(fitting.flat().length).toBeGreaterThan(0)
  expect(fitting.flat().length).toBeLessThan(listed.length)
})

test('and what its delivery costs in the countries where the workshop is', async () => {
  const own = await aShop({ PUBLIC_URL: publicUrl })
  const { headers } = await signedIn(own, { email: 'admin@delivery.example', admin: true })
  const days = { least: 2, most: 4 }
  const parcel = { id: 'parcel', name: 'Parcel', kind: 'parcel', by: 'weight', days }
  const steps = [{ upTo: 5000, cents: 490 }, { cents: 990 }]
  const value = {
    home: { country: 'US' },
    assumedGrams: 6000,
    zones: [
      {
        id: 'home',
        name: 'At home',
        areas: [{ country: 'US' }, { country: 'CA', region: 'ON' }, { country: 'MX', postcodes: ['0*'] }],
        ways: [{ ...parcel, steps }],
      },
    ],
  }
  const body = { version: 0, value }
  const saved = await own.send('/api/manage/rates/delivery', { method: 'PUT', headers, body })
  expect([saved.status, saved.text]).toEqual([200, '{"modifiedCount":1}'])
  const { offers } = await ofPart('brake-disc', own)
  expect(offers.shippingDetails).toMatchObject({
    shippingRate: { value: expect.stringMatching(/^[49]\.90$/), currency: 'USD' },
    shippingDestination: [{ addressCountry: 'US' }, { addressCountry: 'CA', addressRegion: 'ON' }],
    deliveryTime: { transitTime: { minValue: 2, maxValue: 4 } },
  })
  expect(offers.hasMerchantReturnPolicy.applicableCountry).toEqual(['US', 'CA'])
})

test('searches and narrowed lists say nothing of the kind, nor do other pages', async () => {
  for (const path of [
    '/shop?q=disc',
    '/shop?brand=Millbridge',
    '/',
    '/services/no-such-part',
    '/shop/nonsense',
  ])
    expect(blocks((await shop.get(path)).text), path).toEqual([])
})

test('markup in a name stays text', async () => {
  const { headers } = await signedIn(shop, { email: 'admin@structured.example', admin: true })
  const name = '</script><script>alert(1)</script><!--'
  await shop.post(
    '/api/services',
    {
      productName: name,
      availableQty: 0,
      orderQty: 1,
      price: 0,
      productDescription: name,
      image: '/products/piston-1200.webp',
      brand: name,
      category: 'gaskets',
    },
    headers,
  )
  const path = '/shop/engine/gaskets'
  const [{ item }] = await find(path, 'ItemList')
  expect(item).toMatchObject({ name, brand: { name } })
  // It costs nothing, and has no number of its own.
  expect(item.offers).toBeUndefined()
  expect(item.sku).toBe(item.url.split('/').at(-1))
  expect((await shop.get(path)).text).not.toContain('<script>alert(1)')
})
