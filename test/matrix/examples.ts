import { days } from '~/platform/time.ts'
import { aPng } from '../pictures.ts'
import type { World } from './world.ts'

/** A request that is in order, as somebody who may would send it. */
export type ExampleRequest = {
  /** What stands in the path, by the names of the route. */
  params?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}
export type Counted = Record<number, number>

/** One honest example of a route. What is left out follows from its policy. */
export type Example = {
  ask?(world: World): ExampleRequest | Promise<ExampleRequest>
  /** The status of the honest request. */
  ok?: number
  /** Fields of the body that hold whatever a person types. */
  texts?: string[]
  /** Where a column or a caller is answered otherwise than the policy alone would say. */
  expected?: Record<string, number>
  /** A table in which wrong guesses are counted: the one thing that a refused request may write. */
  counts?: string
  /** How fifty of it at once are answered; 'limited' where each person has a limit of their own beside the address. */
  atOnce?: Counted | 'limited' | 'one at a time' | 'refused'
  /** The answer never ends by itself. */
  isEndless?: boolean
}

const counts = 'identity_verifications'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const plainGet: Example = {}
const aCar = 'volkswagen-golf-5-2.0-tdi-bkd'
const ofProduct = async (world: World) => ({ params: { id: (await world.product()).id } })
const ofUser = ({ user }: World) => ({ params: { email: user.email } })
const sevenPieces = async (world: World) => ({ ...(await ofProduct(world)), body: { availableQty: 7 } })
const cartOf = async (world: World) => {
  const { id, price } = await world.product()
  return { lines: [{ productId: id, size: 'M', quantity: 1, price }], total: price }
}
/** Delivery as it is without settings: included, wherever it goes. */
const everywhere = (name: string) => ({
  home: { country: 'GB' },
  zones: [
    {
      id: 'everywhere',
      name,
      areas: [{ country: '*' }],
      ways: [
        {
          id: 'post',
          name: 'Post',
          kind: 'parcel',
          by: 'flat',
          steps: [{ cents: 0 }],
          days: { least: 2, most: 4 },
        },
      ],
    },
  ],
})
const home = { name: 'Ada', street: 'Mill Lane 1', postalCode: '', town: 'Bath', country: 'UK', phone: '' }
const once = (refused: number) => ({
  atOnce: { 200: 1, [refused]: 49 },
  expected: { repeated: refused },
})

async function aPicture() {
  const head =
    '--cut\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  return {
    body: Buffer.concat([Buffer.from(head), await aPng(16, 12), Buffer.from('\r\n--cut--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  }
}

const inThirtyDays = () => new Date(Date.now() + days(30)).toISOString().slice(0, 10)

const aNewsletter = { subject: 'Winter check', markdown: 'It is cold.' }

/** Every route of the shop has one: a route without is a failed test. */
const aQuestion = { question: 'Why?', markdown: 'Because.', publishAt: null, parts: [] }

/** What is looked for among the caller's own is not there for others. */
const notFoundByOthers = { 'another user': 404, 'a packer': 404, 'an editor': 404, 'an admin': 404 }

export const examples: Record<string, Example> = {
  'GET /healthz': plainGet,
  'GET /readyz': plainGet,
  'GET /api/openapi.json': plainGet,
  'GET /api/docs': plainGet,
  'GET /.well-known/security.txt': plainGet,
  'GET /robots.txt': plainGet,
  'GET /sitemap.xml': plainGet,
  'GET /sitemap/:file': { ask: () => ({ params: { file: '1.xml' } }) },
  'GET /api/live': { isEndless: true },

  'GET /api/services': plainGet,
  'GET /api/service/:id': { ask: ofProduct },
  'PUT /api/services/:id': { ask: sevenPieces },
  'PATCH /api/service/:id': { ask: sevenPieces },
  'GET /api/facets': plainGet,
  'GET /api/categories': plainGet,
  'POST /api/categories': {
    ask: ({ fresh }) => ({ body: { name: `Trim ${fresh('trim')}`, description: 'Trim', group: 'body' } }),
    texts: ['description'],
    ...once(409),
  },
  'PUT /api/categories/:id': {
    ask: async ({ category }) => ({
      params: { id: await category() },
      body: { name: 'Trim', description: 'Trim', group: 'body' },
    }),
    texts: ['name', 'description'],
  },
  'POST /api/categories/:id/move': {
    ask: async ({ category }) => ({ params: { id: await category() }, body: { to: 'up' } }),
  },
  'DELETE /api/categories/:id': {
    ask: async ({ category }) => ({ params: { id: await category() } }),
    ...once(404),
  },
  'GET /api/manage/attributes': plainGet,
  'GET /api/manage/categories/:id/attributes': {
    ask: async ({ category }) => ({ params: { id: await category() } }),
  },
  'POST /api/manage/attributes': {
    ask: ({ fresh }) => ({ body: { name: `Girth ${fresh('girth')}`, kind: 'number', unit: 'mm' } }),
    texts: ['unit'],
    expected: { 'SQL in the body': 422, repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'PUT /api/manage/attributes/:id': {
    ask: async ({ attribute, fresh }) => ({
      params: { id: await attribute() },
      body: { name: `Girth ${fresh('girth')}` },
    }),
    expected: { 'SQL in the body': 422 },
  },
  'DELETE /api/manage/attributes/:id': {
    ask: async ({ attribute }) => ({ params: { id: await attribute() } }),
    ...once(404),
  },
  'GET /api/manage/synonyms': plainGet,
  'PUT /api/manage/synonyms': {
    async ask({ shop, admin, fresh }) {
      const { synonyms } = (await shop.get('/api/manage/synonyms', admin.headers)).json()
      return { body: { synonyms: `disc, ${fresh('rotor')}`, seen: synonyms } }
    },
    expected: { 'SQL in the body': 422, repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'GET /api/business': plainGet,
  'GET /api/business/home': plainGet,
  'GET /api/manage/opening': plainGet,
  'PUT /api/manage/opening/:step': { ask: () => ({ params: { step: 'tax' }, body: { skipped: true } }) },
  'GET /api/manage/business/:section': { ask: () => ({ params: { section: 'shop' } }) },
  'PUT /api/manage/business/:section': {
    async ask({ shop, admin, fresh }) {
      const { version } = (await shop.get('/api/manage/business/shop', admin.headers)).json()
      return { params: { section: 'shop' }, body: { version, values: { slogan: fresh('slogan') } } }
    },
    expected: { repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'GET /api/delivery': plainGet,
  'GET /api/manage/rates': plainGet,
  'PUT /api/manage/rates/delivery': {
    async ask({ shop, admin, fresh }) {
      const { delivery } = (await shop.get('/api/manage/rates', admin.headers)).json()
      return { body: { version: delivery.version, value: everywhere(fresh('zone')) } }
    },
    expected: { repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'PUT /api/manage/rates/tax': {
    async ask({ shop, admin, fresh }) {
      const { tax } = (await shop.get('/api/manage/rates', admin.headers)).json()
      return { body: { version: tax.version, value: { name: fresh('vat'), places: [] } } }
    },
    expected: { repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'GET /api/pages/:id': { ask: () => ({ params: { id: 'privacy' } }) },
  'GET /api/manage/pages': plainGet,
  'GET /api/manage/pages/:id': { ask: () => ({ params: { id: 'privacy' } }) },
  'PUT /api/manage/pages/:id': {
    async ask({ shop, admin, fresh }) {
      const { version } = (await shop.get('/api/manage/pages/terms', admin.headers)).json()
      return { params: { id: 'terms' }, body: { version, markdown: fresh('terms') } }
    },
    texts: ['markdown'],
    expected: { repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'POST /api/manage/texts/preview': { ask: () => ({ body: { markdown: '# Brakes' } }), texts: ['markdown'] },
  'GET /api/manage/services': plainGet,
  'GET /api/manage/services/:id': { ask: ofProduct },
  'PUT /api/manage/services/:id/visibility': {
    ask: async (world) => ({ ...(await ofProduct(world)), body: { visibility: 'hidden' } }),
  },
  'GET /api/manage/services.csv': plainGet,
  'POST /api/services': {
    ask: ({ fresh }) => ({
      body: {
        productName: `Tyre ${fresh('tyre')}`,
        availableQty: 5,
        orderQty: 1,
        price: 10,
        productDescription: 'Round',
        image: '/products/alloy-wheel-1200.webp',
      },
    }),
    texts: ['productDescription'],
    ...once(409),
  },
  'PUT /api/services/:id/details': {
    async ask(world) {
      const { id, price } = await world.product()
      const seen = {
        orderQty: 1,
        price,
        productDescription: 'Round and black',
        image: '/products/alloy-wheel-1200.webp',
      }
      return { params: { id }, body: { ...seen, price: price + 1, seen } }
    },
    texts: ['productDescription'],
    ...once(409),
  },
  'DELETE /api/services/:id': { ask: ofProduct, ...once(404) },
  'POST /api/manage/services/import': {
    ask: () => ({ body: { csv: 'productName,price\nA new tyre,10\n' } }),
    texts: ['csv'],
  },
  'GET /api/manage/imports': plainGet,
  'POST /api/manage/imports': {
    ask: () => ({ body: { fileName: 'parts.csv', supplier: 'Nordhalt', lines: 1 } }),
    texts: ['fileName', 'supplier'],
  },
  'PUT /api/manage/imports/:id/pieces/:n': {
    ask: async (world) => ({
      params: { id: await world.productImport(), n: '0' },
      body: { text: 'productName,price\nA new tyre,10\n' },
    }),
    texts: ['text'],
  },
  'GET /api/manage/imports/:id': { ask: async (world) => ({ params: { id: await world.productImport() } }) },
  'PUT /api/manage/imports/:id/state': {
    ask: async (world) => ({ params: { id: await world.productImport() }, body: { state: 'cancelled' } }),
    ...once(409),
  },
  'GET /api/manage/imports/:id/problems.csv': {
    ask: async (world) => ({ params: { id: await world.productImport() } }),
  },
  'GET /api/manage/applications': plainGet,
  'POST /api/manage/applications': {
    ask: () => ({
      body: {
        fileName: 'cars.csv',
        supplier: 'Nordhalt',
        brand: 'Bremsa',
        headings: ['part', 'year', 'make', 'model'],
        columns: ['part', 'years', 'make', 'model'],
        lines: 1,
      },
    }),
    texts: ['fileName', 'supplier', 'brand'],
  },
  'POST /api/manage/applications/columns': {
    ask: () => ({ body: { csv: 'Artikel-Nr.;Baujahr;Marke;Modell\nA-1;2004;Volkswagen;Golf\n' } }),
    texts: ['csv'],
  },
  'PUT /api/manage/applications/:id/pieces/:n': {
    ask: async (world) => ({
      params: { id: await world.listOfCars(), n: '0' },
      body: { text: 'part,year,make,model\nA-1,2004,Volkswagen,Golf\n' },
    }),
    texts: ['text'],
  },
  'GET /api/manage/applications/:id': {
    ask: async (world) => ({ params: { id: await world.listOfCars() } }),
  },
  'PUT /api/manage/applications/:id/state': {
    ask: async (world) => ({ params: { id: await world.listOfCars() }, body: { state: 'cancelled' } }),
    ...once(409),
  },
  'GET /api/manage/vehicle-tables': plainGet,
  // Only one at a time is read.
  'POST /api/manage/vehicle-tables': {
    ask: () => ({ body: { mayBeOlder: false } }),
    atOnce: 'one at a time',
  },
  'GET /api/manage/car-names': plainGet,
  'GET /api/manage/car-names/:id/choices': {
    ask: async (world) => ({ params: { id: await world.carName() } }),
  },
  'PUT /api/manage/car-names/:id': {
    ask: async (world) => ({ params: { id: await world.carName() }, body: { target: 'Volkswagen' } }),
  },
  'GET /api/manage/remarks': plainGet,
  'PUT /api/manage/remarks/:id': {
    ask: async (world) => ({
      params: { id: await world.remark() },
      body: { meaning: 'attribute', attribute: 'gearbox', value: 'manual' },
    }),
  },
  'POST /api/manage/services/columns': {
    ask: () => ({ body: { csv: 'Artikel-Nr.;Preis\nA-1;1.234,50\n' } }),
    texts: ['csv'],
  },
  'GET /api/vehicles/makes': plainGet,
  'GET /api/vehicles/models': { ask: () => ({ query: '?make=volkswagen' }) },
  'GET /api/vehicles': { ask: () => ({ query: '?make=volkswagen&model=golf' }) },
  'GET /api/vehicles/search': plainGet,
  'GET /api/vehicles/named': plainGet,
  'GET /api/vehicle/:id': { ask: () => ({ params: { id: aCar } }) },
  'POST /api/vin': { ask: () => ({ body: { vin: '1HGFA16578L000001' } }) },
  'GET /api/my-garage': plainGet,
  'PUT /api/my-garage/:id': {
    ask: () => ({ params: { id: 'car-1' }, body: { vehicleId: aCar, facts: 'built=2006' } }),
    // The client names its cars.
    expected: { 'wrong path': 200, 'SQL in the path': 422, 'SQL in the body': 404 },
  },
  'DELETE /api/my-garage/:id': {
    ask: () => ({ params: { id: 'car-1' } }),
    expected: { 'wrong path': 200, 'SQL in the path': 422 },
  },
  'GET /api/fit': { ask: () => ({ query: `?car=${aCar}&parts=brake-disc` }) },
  'GET /api/service/:id/fit': {
    ask: async (world) => ({ ...(await ofProduct(world)), query: `?car=${aCar}` }),
  },
  'GET /api/service/:id/vehicles': { ask: ofProduct },

  'GET /api/needs': { ask: () => ({ query: `?car=${aCar}` }) },
  'GET /api/service/:id/related': { ask: ofProduct },
  'GET /api/related': { ask: async (world) => ({ query: `?parts=${(await world.product()).id}` }) },
  'GET /api/manage/services/:id/related': { ask: ofProduct },
  'PUT /api/manage/services/:id/related': {
    ask: async (world) => ({
      ...(await ofProduct(world)),
      body: { parts: [(await world.product()).id], seen: [] },
    }),
  },
  'GET /api/manage/services/:id/fitments': { ask: ofProduct },
  'POST /api/manage/services/:id/fitments': {
    ask: async (world) => ({
      ...(await ofProduct(world)),
      body: { vehicleId: aCar, quantity: 2, mustCheck: 'with a tow bar', remark: 'strong' },
    }),
    texts: ['mustCheck', 'remark'],
    ...once(409),
  },
  'POST /api/manage/services/:id/fitments/copy': {
    ask: async (world) => ({ ...(await ofProduct(world)), body: { from: 'brake-disc' } }),
  },
  'PUT /api/manage/fitments/:id': {
    ask: async ({ fitment }) => ({
      params: { id: await fitment() },
      body: { vehicleId: aCar, quantity: 2, remark: 'strong' },
    }),
    texts: ['remark'],
  },
  'DELETE /api/manage/fitments/:id': {
    ask: async ({ fitment }) => ({ params: { id: await fitment() } }),
    ...once(404),
  },
  'GET /api/manage/doubtful-fits': plainGet,
  'GET /api/manage/fitments.csv': plainGet,
  'POST /api/manage/fitments/import': {
    ask: () => ({ body: { csv: `product,vehicle,quantity\nbrake-disc,${aCar},2\n` } }),
    texts: ['csv'],
  },
  'GET /api/manage/vehicles.csv': plainGet,
  'POST /api/manage/vehicles/import': {
    ask: () => ({ body: { csv: 'make,model,builtFrom\nLada,Niva,1977-04\n' } }),
    texts: ['csv'],
  },
  'GET /api/manage/numbers.csv': plainGet,
  'POST /api/manage/numbers/import': {
    ask: () => ({ body: { csv: 'product,kind,number\nbrake-disc,Own,CP-1\n' } }),
    texts: ['csv'],
  },
  'GET /api/manage/vehicles': plainGet,
  'POST /api/manage/vehicles': {
    ask: ({ fresh }) => ({ body: { make: 'Lada', model: fresh('niva'), body: 'box', builtFrom: '1977-04' } }),
    texts: ['body'],
    ...once(409),
  },
  'PUT /api/manage/vehicles/:id': {
    ask: async ({ vehicle }) => ({
      params: { id: await vehicle() },
      body: { make: 'Lada', model: 'Niva', builtFrom: '1977-04' },
    }),
    texts: ['model'],
  },
  'DELETE /api/manage/vehicles/:id': {
    ask: async ({ vehicle }) => ({ params: { id: await vehicle() } }),
    ...once(404),
  },
  'GET /api/manage/fit-attributes': plainGet,
  'POST /api/manage/fit-attributes': {
    ask: ({ fresh }) => ({ body: { name: fresh('roof'), question: 'Which roof?', help: 'Look up' } }),
    texts: ['question', 'help'],
    ...once(409),
  },
  'PUT /api/manage/fit-attributes/:id': {
    ask: () => ({ params: { id: 'gearbox' }, body: { name: 'gearbox', question: 'Which?', help: '' } }),
    texts: ['question', 'help'],
  },

  'GET /api/images': plainGet,
  'POST /api/images': { ask: aPicture },
  'GET /theme/:name': { ask: () => ({ params: { name: '1-1a5fb4.css' } }) },
  'GET /logo/:id/:file': {
    ask: () => ({ params: { id: '0'.repeat(40), file: 'mail.png' } }),
    ok: 404,
  },
  'GET /favicon.ico': { ok: 302 },
  'GET /apple-touch-icon.png': { ok: 302 },
  'GET /site.webmanifest': plainGet,
  'GET /images/:name': { ask: ({ picture }) => ({ params: { name: picture } }) },

  'GET /api/books': plainGet,
  'GET /api/books.csv': { ask: () => ({ query: '?from=2026-01-01&to=2026-12-31' }), counts: 'audit_entries' },
  'GET /api/manage/blogs': plainGet,
  'GET /api/manage/blogs/:id': { ask: ({ blogId }) => ({ params: { id: blogId } }) },
  'POST /api/manage/blogs': { ask: () => ({ body: aQuestion }), texts: ['question', 'markdown'] },
  'PUT /api/manage/blogs/:id': {
    ask: async (world) => ({ params: { id: await world.blog() }, body: { ...aQuestion, version: 1 } }),
    texts: ['question', 'markdown'],
    // Somebody has saved it meanwhile.
    expected: { repeated: 409 },
    atOnce: { 200: 1, 409: 49 },
  },
  'DELETE /api/manage/blogs/:id': {
    ask: async (world) => ({ params: { id: await world.blog() } }),
    expected: { repeated: 404 },
    atOnce: { 200: 1, 404: 49 },
  },
  'GET /api/blogs': plainGet,
  'GET /api/blog/:id': { ask: ({ blogId }) => ({ params: { id: blogId } }) },
  'GET /api/reviews': plainGet,
  'GET /api/reviews/summary': plainGet,
  'POST /api/review': {
    ask: () => ({ body: { reviewText: 'Good tyres, quickly sent.', rating: 5 } }),
    texts: ['reviewText'],
    // A person has a number of them a day.
    atOnce: 'limited',
  },
  'GET /api/service/:id/reviews': { ask: ofProduct },
  'GET /api/my-reviews': plainGet,
  'GET /api/my-parts-to-review': plainGet,
  'GET /api/service/:id/my-review': { ask: ofProduct },
  'PUT /api/review/:id': {
    ask: async (world) => ({
      params: { id: await world.review(world.user) },
      body: { reviewText: 'Better tyres than before.', rating: 4 },
    }),
    texts: ['reviewText'],
  },
  'DELETE /api/review/:id': {
    ask: async (world) => ({ params: { id: await world.review(world.user) } }),
    ...once(404),
  },
  'PUT /api/review/:id/helpful': {
    ask: async (world) => ({ params: { id: await world.review(world.other) }, body: { helpful: true } }),
    expected: { 'another user': 403 },
  },
  'POST /api/review/:id/report': {
    ask: async (world) => ({ params: { id: await world.review(world.other) }, body: { reason: 'abuse' } }),
    expected: { 'another user': 403 },
  },
  'GET /api/service/:id/questions': { ask: ofProduct },
  'POST /api/service/:id/questions': {
    ask: async (world) => ({
      ...(await ofProduct(world)),
      body: { question: `Is the bolt in the box, ${world.fresh('bolt').split('@')[0]}?` },
    }),
    texts: ['question'],
    // A person has a number of them a day.
    atOnce: 'limited',
  },
  'GET /api/manage/review-queue': plainGet,
  'GET /api/manage/reviews': plainGet,
  'GET /api/manage/questions': plainGet,
  'POST /api/manage/reviews/:id/check': {
    ask: async (world) => ({
      params: { id: await world.review(world.other) },
      body: { editedAt: null, reports: 0 },
    }),
  },
  'PUT /api/manage/reviews/:id/hidden': {
    ask: async (world) => ({
      params: { id: await world.review(world.other) },
      body: { reason: 'abuse', editedAt: null, reports: 0 },
    }),
  },
  'PUT /api/manage/reviews/:id/reply': {
    ask: async (world) => ({
      params: { id: await world.review(world.other) },
      body: { reply: 'Thank you', seen: '' },
    }),
    texts: ['reply'],
    ...once(409),
  },
  'PUT /api/manage/questions/:id/answer': {
    ask: async (world) => ({
      params: { id: await world.question() },
      body: { answer: 'It is', seen: '' },
    }),
    texts: ['answer'],
    ...once(409),
  },
  'PUT /api/manage/questions/:id/hidden': {
    ask: async (world) => ({ params: { id: await world.question() }, body: { reason: 'abuse' } }),
  },
  'POST /api/manage/questions/:id/article': {
    ask: async (world) => ({ params: { id: await world.question('It is') } }),
    ...once(409),
  },
  'GET /api/audit': plainGet,
  'GET /api/summary': plainGet,
  'GET /api/to-do': plainGet,

  'POST /api/orders': {
    async ask(world) {
      const { id, price } = await world.product()
      return { body: { productId: id, quantity: 1, price, size: 'M' } }
    },
  },
  'GET /api/purchases/:id': { ask: async (world) => ({ params: { id: (await world.order()).id } }) },
  'GET /api/purchases/:id/receipts/:number': { ask: async (world) => ({ params: await world.receipt() }) },
  'GET /api/addresses': plainGet,
  'POST /api/addresses': { ask: () => ({ body: home }), texts: ['street', 'town'] },
  'PUT /api/addresses/:id': {
    ask: async (world) => ({ params: { id: await world.address() }, body: home }),
    texts: ['street', 'town'],
    expected: notFoundByOthers,
  },
  'DELETE /api/addresses/:id': {
    ask: async (world) => ({ params: { id: await world.address() } }),
    expected: { ...notFoundByOthers, repeated: 404 },
    atOnce: { 200: 1, 404: 49 },
  },
  'PUT /api/purchases/:id/address': {
    ask: async (world) => ({ params: { id: (await world.order()).id }, body: home }),
    texts: ['street', 'town'],
  },
  'POST /api/purchases/:id/ask-for-address': {
    ask: async (world) => ({ params: { id: await world.parcel('needs_address') } }),
    ...once(409),
  },
  'GET /api/parcels': plainGet,
  'GET /api/carriers': plainGet,
  'GET /api/parcels/labels': {
    ask: async (world) => ({ query: `?ids=${await world.parcel('packed')}` }),
  },
  'GET /api/parcels/labels.pdf': {
    ask: async (world) => ({ query: `?ids=${await world.parcelToAnAddress()}` }),
  },
  'GET /api/parcels/slips': {
    ask: async (world) => ({ query: `?ids=${await world.parcel('needs_address')}` }),
  },
  'POST /api/parcels/pack': { ask: async (world) => ({ body: { ids: [(await world.order()).id] } }) },
  'POST /api/parcels/:id/ship': {
    ask: async (world) => ({ params: { id: await world.parcel('packed') }, body: { carrier: 'dhl' } }),
    ...once(409),
  },
  'POST /api/parcels/:id/deliver': {
    ask: async (world) => ({ params: { id: await world.parcel('shipped') } }),
    ...once(409),
  },
  'POST /api/parcels/:id/undo': {
    ask: async (world) => ({ params: { id: await world.parcel('packed') }, body: { from: 'packed' } }),
    atOnce: once(409).atOnce,
    // Whatever the last step was.
    expected: { 'an empty body': 200, repeated: 409 },
  },
  'POST /api/parcels/:id/split': {
    async ask(world) {
      const { id, first } = await world.parcelOfTwo()
      return { params: { id }, body: { lines: [{ orderId: first, quantity: 1 }] } }
    },
    ...once(409),
  },
  'POST /api/parcels/:id/join': {
    ask: async (world) => ({ params: { id: await world.secondParcel() } }),
    ...once(404),
  },
  'POST /api/orders/:id/returns': {
    ask: async (world) => ({
      params: { id: await world.parcel('shipped') },
      body: { quantity: 1, reason: 'damaged', note: 'It is bent' },
    }),
    texts: ['note'],
    ...once(409),
  },
  'GET /api/returns': plainGet,
  'POST /api/returns/:id/accept': {
    ask: async (world) => ({ params: { id: await world.return() }, body: { answer: 'Send it to us' } }),
    texts: ['answer'],
    ...once(409),
  },
  'POST /api/returns/:id/decline': {
    ask: async (world) => ({ params: { id: await world.return() }, body: { answer: 'Too late' } }),
    texts: ['answer'],
    ...once(409),
  },
  'POST /api/returns/:id/withdraw': {
    ask: async (world) => ({ params: { id: await world.return() } }),
    ...once(409),
  },
  'POST /api/returns/:id/receive': {
    ask: async (world) => ({ params: { id: await world.return('accepted') }, body: { sound: true } }),
    ...once(409),
  },
  'POST /api/returns/:id/refund': {
    ask: async (world) => ({ params: { id: await world.return('received') }, body: { amount: 25 } }),
    atOnce: once(409).atOnce,
    // Who was shown no amount names none.
    expected: { 'an empty body': 200, repeated: 409 },
  },
  'POST /api/orders/:id/old-parts': {
    ask: async (world) => ({
      params: { id: await world.withDeposit() },
      body: { quantity: 1, note: 'It turns' },
    }),
    texts: ['note'],
    ...once(409),
  },
  'GET /api/old-parts': plainGet,
  'POST /api/old-parts/:id/give-back': {
    ask: async (world) => ({ params: { id: await world.oldPart() }, body: { amount: 5 } }),
    atOnce: once(409).atOnce,
    // Who was shown no amount names none.
    expected: { 'an empty body': 200, repeated: 409 },
  },
  'POST /api/old-parts/:id/decline': {
    ask: async (world) => ({ params: { id: await world.oldPart() }, body: { answer: 'Another part' } }),
    texts: ['answer'],
    ...once(409),
  },
  'POST /api/purchases/:id/withdrawals': {
    async ask({ parcel, fresh }) {
      const id = await parcel('shipped')
      const pieces = [{ orderId: id, quantity: 1 }]
      return { params: { id }, body: { key: fresh('withdrawal').replace(/\W/g, '-'), name: 'Ada', pieces } }
    },
    texts: ['name'],
  },
  'GET /api/withdrawable': plainGet,
  'POST /api/withdrawals': {
    ask: ({ fresh }) => ({
      body: { name: 'Ada', number: '0000ABCD', email: fresh('ada') },
    }),
    texts: ['name', 'number'],
    atOnce: 'limited',
  },
  'GET /api/withdrawals': plainGet,
  'GET /api/withdrawals/:id': { ask: async (world) => ({ params: { id: await world.statement() } }) },
  'POST /api/withdrawals/:id/confirm': {
    ask: async (world) => ({ params: { id: await world.statement() } }),
  },
  'POST /api/withdrawals/:id/accept': {
    ask: async (world) => ({ params: { id: await world.statement() } }),
    ...once(409),
  },
  'POST /api/withdrawals/:id/close': {
    ask: async (world) => ({ params: { id: await world.statement() } }),
    ...once(409),
  },
  'GET /api/service/:id/alert': { ask: ofProduct },
  'PUT /api/service/:id/alert': { ask: async (world) => ({ params: { id: (await world.product(0)).id } }) },
  'DELETE /api/service/:id/alert': { ask: ofProduct },
  'POST /api/purchases/:id/again': {
    ask: async (world) => ({
      params: { id: (await world.order()).id },
      body: { car: { vehicleId: 'a-car', facts: '' } },
    }),
    // Of somebody without a car.
    expected: { 'an empty body': 200 },
  },
  'GET /api/my-history': plainGet,
  'GET /api/my-history/cars': plainGet,
  'PUT /api/my-history/:id': {
    ask: async (world) => ({ params: { id: (await world.order()).id }, body: { vehicleId: null } }),
  },
  'GET /api/cart': plainGet,
  'PUT /api/cart/lines': { ask: async (world) => ({ body: (await cartOf(world)).lines[0] }) },
  'POST /api/cart/merge': { ask: async (world) => ({ body: { lines: (await cartOf(world)).lines } }) },
  'POST /api/cart/check': { ask: async (world) => ({ body: { lines: (await cartOf(world)).lines } }) },
  'POST /api/cart/check-code': {
    ask: async (world) => ({ body: { code: await world.code(), lines: (await cartOf(world)).lines } }),
  },
  'POST /api/cart/code': {
    ask: async (world) => ({ body: { code: await world.code(), lines: (await cartOf(world)).lines } }),
  },
  'GET /api/manage/discounts': plainGet,
  'POST /api/manage/discounts': {
    ask: ({ next }) => ({ body: { code: `MADE-${next()}`, kind: 'percent', value: 10 } }),
    ...once(409),
  },
  'PUT /api/manage/discounts/:id': {
    ask: async (world) => ({
      params: { id: await world.discount() },
      body: { version: 1, state: 'paused' },
    }),
    ...once(409),
  },
  'GET /api/manage/tokens': plainGet,
  // A day that is always ahead; a wrong password is counted.
  'POST /api/manage/tokens': {
    ask: ({ password, next }) => ({
      body: { name: `Till ${next()}`, role: 'packer', endsOn: inThirtyDays(), password },
    }),
    texts: ['name'],
    atOnce: 'limited',
  },
  'DELETE /api/manage/tokens/:id': { ask: async (world) => ({ params: { id: (await world.token()).id } }) },
  'GET /api/manage/webhooks': plainGet,
  'POST /api/manage/webhooks': {
    async ask(world) {
      // There are at most so many.
      await world.shop.db.deleteFrom('webhooks').execute()
      return { body: { address: `https://receiver.example/${world.next()}`, events: ['order.paid'] } }
    },
    atOnce: { 200: 20, 409: 30 },
  },
  'PUT /api/manage/webhooks/:id': {
    ask: async (world) => ({ params: { id: await world.webhook() }, body: { state: 'paused' } }),
  },
  'DELETE /api/manage/webhooks/:id': {
    ask: async (world) => ({ params: { id: await world.webhook() } }),
    ...once(404),
  },
  'POST /api/manage/webhooks/:id/secret': {
    ask: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'POST /api/manage/webhooks/:id/test': {
    ask: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'GET /api/manage/deliveries': plainGet,
  'POST /api/manage/deliveries/:id/replay': {
    ask: async (world) => ({ params: { id: await world.delivery() } }),
  },
  'GET /api/manage/feeds': plainGet,
  'GET /api/manage/feeds/left-out': plainGet,
  'POST /api/manage/feeds/key': {
    ask: async (world) => ({ body: { version: (await world.feeds()).version } }),
    ...once(409),
  },
  'POST /api/manage/feeds/off': {
    ask: async (world) => ({ body: { version: (await world.feeds()).version } }),
    ...once(409),
  },
  'GET /feeds/google.xml': { ask: async (world) => ({ query: (await world.feeds()).query }) },
  'GET /feeds/meta.csv': { ask: async (world) => ({ query: (await world.feeds()).query }) },
  'POST /api/checkout': { ask: async (world) => ({ body: await cartOf(world) }) },
  'GET /api/orders': plainGet,
  'GET /api/orders.csv': plainGet,
  'GET /api/orders/:email': { ask: ofUser },
  'GET /api/order/:id': { ask: async (world) => ({ params: { id: (await world.order()).id } }) },
  'PATCH /api/order/:id': {
    async ask(world) {
      const { id, transactionId } = await world.charged()
      return { params: { id }, body: { transactionId, appointmentId: id } }
    },
  },
  'DELETE /api/orders/:id': { ask: async (world) => ({ params: { id: (await world.order()).id } }) },
  'POST /api/orders/:id/refund': {
    ask: async (world) => ({ params: { id: (await world.charged()).id }, body: { restock: true } }),
    ...once(409),
  },
  'POST /api/orders/:id/take-out': {
    ask: async (world) => ({ params: { id: await world.freePart() }, body: { restock: true } }),
    ...once(409),
  },
  'GET /api/refunds': plainGet,
  'POST /api/refunds/:id/retry': {
    ask: async (world) => ({ params: { id: await world.refundInTrouble() } }),
  },
  'POST /api/refunds/:id/close': {
    ask: async (world) => ({ params: { id: await world.refundInTrouble() } }),
    ...once(409),
  },
  'POST /create-payment-intent': {
    async ask(world) {
      const { id, price } = await world.order()
      return { body: { orderId: id, price } }
    },
    // The order is the user's.
    expected: { 'another user': 403 },
  },
  'GET /api/pay-config': plainGet,

  'POST /api/newsletter/:email': {
    ask({ fresh }) {
      const email = fresh('reads')
      return { params: { email }, body: { email } }
    },
    expected: { 'an empty body': 200 },
  },
  'GET /api/newsletter': plainGet,
  'GET /api/newsletter.csv': plainGet,
  'DELETE /api/manage/newsletter/:email': {
    async ask({ shop, fresh }) {
      const email = fresh('leaves')
      await shop.post(`/api/newsletter/${email}`)
      return { params: { email } }
    },
  },
  'GET /api/manage/newsletters': plainGet,
  'GET /api/manage/newsletters/:id': { ask: async (world) => ({ params: { id: await world.newsletter() } }) },
  'POST /api/manage/newsletters': { ask: () => ({ body: aNewsletter }), texts: ['subject', 'markdown'] },
  'PUT /api/manage/newsletters/:id': {
    ask: async (world) => ({
      params: { id: await world.newsletter() },
      body: { ...aNewsletter, version: 1 },
    }),
    texts: ['subject', 'markdown'],
    ...once(409),
  },
  'DELETE /api/manage/newsletters/:id': {
    ask: async (world) => ({ params: { id: await world.newsletter() } }),
    ...once(404),
  },
  'POST /api/manage/newsletters/:id/test': {
    ask: async (world) => ({ params: { id: await world.newsletter() } }),
    atOnce: 'limited',
  },
  'POST /api/manage/newsletters/:id/send': {
    ask: async (world) => ({
      params: { id: await world.newsletter() },
      body: { version: 1, readers: await world.newsletterReaders() },
    }),
    ...once(409),
  },
  'PUT /api/manage/newsletters/:id/state': {
    ask: async (world) => ({
      params: { id: await world.newsletter('paused') },
      body: { state: 'stopped' },
    }),
    ...once(409),
  },
  'POST /api/manage/newsletters/:id/retry': {
    ask: async (world) => ({ params: { id: await world.newsletter('paused') } }),
    ...once(409),
  },
  'POST /api/contact': {
    ask: ({ fresh }) => ({ body: { email: fresh('asks'), message: 'When do you open?' } }),
    texts: ['message'],
  },
  'GET /api/messages': plainGet,
  'GET /api/messages.csv': plainGet,
  'GET /api/mails': plainGet,
  'POST /api/mails/:id/retry': {
    ask: async (world) => ({ params: { id: await world.undeliveredMail() } }),
    ...once(404),
  },
  'DELETE /api/mails/:id': {
    ask: async (world) => ({ params: { id: await world.undeliveredMail() } }),
    ...once(404),
  },
  'GET /api/messages/:id': { ask: async (world) => ({ params: { id: await world.message() } }) },
  'PATCH /api/messages/:id': {
    ask: async (world) => ({ params: { id: await world.message() }, body: { read: true } }),
  },
  // The same answer again is the one that is there.
  'POST /api/messages/:id/answers': {
    ask: async (world) => ({
      params: { id: await world.message() },
      body: { answer: 'From nine to six.', seen: 0 },
    }),
    texts: ['answer'],
  },
  'POST /api/messages/:id/answered-elsewhere': {
    ask: async (world) => ({ params: { id: await world.message() }, body: { seen: 0 } }),
  },
  'POST /api/my-messages': {
    ask: ({ user: { email } }) => ({ body: { email, message: 'When do you open?' } }),
    texts: ['message'],
  },

  'PUT /api/user/:email': {
    ask: ({ user: { email } }) => ({ params: { email }, body: { email } }),
    expected: { 'an empty body': 200 },
  },
  'GET /admin/:email': { ask: ofUser },
  'GET /api/profile/:email': { ask: ofUser },
  'PUT /api/profile/:email': {
    ask: (world) => ({
      ...ofUser(world),
      body: { name: 'Ada Lovelace', education: 'Mathematics', location: 'London', phone: '020 7946 0958' },
    }),
    texts: ['education', 'location'],
  },
  'POST /api/profile/:email/photo': { ask: async (world) => ({ ...ofUser(world), ...(await aPicture()) }) },
  'DELETE /api/profile/:email/photo': { ask: ofUser },
  'GET /api/users': plainGet,
  'PUT /user/admin/:email': { ask: async (world) => ({ params: { email: await world.somebody() } }) },
  'DELETE /user/admin/:email': { ask: async (world) => ({ params: { email: await world.somebody() } }) },
  'PUT /api/users/:email/role': {
    ask: async (world) => ({
      params: { email: await world.somebody() },
      body: { role: 'packer', from: 'user' },
    }),
  },
  'DELETE /api/user/:email': {
    ask: async (world) => ({ params: { email: await world.somebody() } }),
  },

  'GET /api/second-factor': plainGet,
  'POST /api/second-factor/code': {
    ask: ({ password }) => ({ body: { phone: '+4915112345678', password } }),
    atOnce: 'limited',
  },
  'PUT /api/second-factor': { ask: () => ({ body: { code: '123456' } }), ok: 422, counts },
  'POST /api/second-factor/remove': { ask: () => ({ body: { code: '123456' } }), ok: 422, counts },
  'POST /api/second-factor/app': { ask: ({ password }) => ({ body: { password } }), atOnce: 'limited' },
  'PUT /api/second-factor/app': { ask: () => ({ body: { code: '123456' } }), ok: 422 },
  'POST /api/second-factor/app/remove': {
    ask: ({ password }) => ({ body: { password, code: '123456' } }),
    ok: 422,
    atOnce: 'limited',
  },
  // Nobody has a factor that they could be for.
  'POST /api/second-factor/recovery-codes': {
    ask: ({ password }) => ({ body: { password } }),
    ok: 409,
    atOnce: 'limited',
  },
  'GET /api/sessions': plainGet,
  'GET /api/my-data': plainGet,
  'GET /api/my-account': plainGet,
  'POST /api/my-account/password': {
    ask: ({ password }) => ({ body: { password, newPassword: password } }),
    atOnce: 'limited',
  },
  // With a wrong password, so that the person is there for the next cell.
  'POST /api/my-account/delete': {
    ask: () => ({ body: { password: 'Wrong1234' } }),
    ok: 422,
    atOnce: 'limited',
  },
  'DELETE /api/sessions/:id': {
    ask: () => ({ params: { id: 'another' } }),
    expected: { 'wrong path': 200, 'SQL in the path': 200 },
  },

  'POST /identity/sign-up/email': {
    ask: ({ fresh, password }) => ({ body: { name: 'Ada', email: fresh('registers'), password } }),
    atOnce: 'limited',
  },
  'POST /identity/request-password-reset': { ask: ({ fresh }) => ({ body: { email: fresh('forgets') } }) },
  'POST /identity/reset-password': {
    ask: ({ password }) => ({ body: { token: 'never-sent', newPassword: password } }),
    ok: 400,
  },
  'POST /identity/sign-in/email': {
    ask: ({ user: { email }, password }) => ({ body: { email, password } }),
    texts: ['password'],
    atOnce: 'limited',
    expected: { 'SQL in the body': 401 },
  },
  'POST /identity/sign-in/social': { ask: () => ({ body: { provider: 'google' } }) },
  'GET /identity/callback/google': { ok: 302 },
  'POST /identity/verify-email': {
    ask: () => ({ body: { token: 'never-sent' } }),
    texts: ['token'],
    ok: 400,
  },
  'POST /identity/mailed-link': { ask: () => ({ body: { page: 'new-password', token: 'never-sent' } }) },
  // A session is no log-in that waits for a second factor.
  'POST /identity/two-factor/send-otp': { ok: 401 },
  'POST /identity/two-factor/verify-otp': {
    ask: () => ({ body: { code: '123456' } }),
    ok: 400,
    counts,
    atOnce: 'refused',
  },
  'GET /identity/second-factor/methods': { ok: 401 },
  'POST /identity/second-factor/app': { ask: () => ({ body: { code: '123456' } }), ok: 401 },
  'POST /identity/second-factor/recovery': { ask: () => ({ body: { code: 'ABCDE-FGHJK' } }), ok: 401 },
  'GET /identity/token': plainGet,
  'GET /identity/popup-done': plainGet,

  'POST /contact': {
    ask: () => ({ body: 'email=a%40matrix.example&message=Hello', headers: form }),
    ok: 303,
  },
  'POST /withdraw': {
    ask: ({ fresh }) => ({
      body: new URLSearchParams({ name: 'Ada', number: '0000ABCD', email: fresh('ada') }).toString(),
      headers: form,
    }),
    ok: 303,
    atOnce: 'limited',
  },
  'POST /garage': { ask: () => ({ body: 'q=1HGFA16578L000001', headers: form }) },
  'POST /newsletter': { ask: () => ({ body: 'email=a%40matrix.example', headers: form }), ok: 303 },
  'POST /newsletter/confirm': {
    ask: async (world) => ({ query: await world.confirmLink(), body: 'a=1', headers: form }),
    ok: 303,
  },
  'POST /newsletter/leave': {
    ask: (world) => ({
      query: world.leaveLink('a@matrix.example'),
      body: 'List-Unsubscribe=One-Click',
      headers: form,
    }),
  },

  'POST /webhooks/stripe': {
    async ask(world) {
      const { transactionId } = await world.charged()
      const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' }
      return {
        body: JSON.stringify({ ...event, data: { object: { id: transactionId } } }),
        headers: { 'content-type': 'application/json' },
      }
    },
  },
  'GET /v1/*': {
    async ask(world) {
      const { transactionId, clientSecret } = await world.started()
      return {
        params: { '*': `payment_intents/${transactionId}` },
        query: `?client_secret=${clientSecret}`,
      }
    },
  },
  'POST /v1/*': {
    ask: () => ({
      params: { '*': 'payment_methods' },
      body: 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=40&card[cvc]=123',
      headers: form,
    }),
  },

  'GET /stand-in/google/.well-known/openid-configuration': plainGet,
  'GET /stand-in/google/jwks': plainGet,
  'GET /stand-in/google/authorize': plainGet,
  'GET /stand-in/google/consent': plainGet,
  'GET /stand-in/google/decide': plainGet,
  'POST /stand-in/google/token': { ask: () => ({ body: 'code=none', headers: form }), ok: 400 },

  'GET /*': { ask: () => ({ params: { '*': 'shop' } }) },

  // The last one: it ends the sessions that all the others come with.
  'POST /identity/sign-out': { expected: { 'without a session': 200 } },
}
