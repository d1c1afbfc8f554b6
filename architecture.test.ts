import { describe, expect, test } from 'vitest'
import type { Import } from './test/imports.ts'
import { codeFiles, codeOf, importsOf, sourceOf } from './test/imports.ts'

/** Who may use whom. Everyone may use platform, the tables of the database, shop/urls.ts and identity. */
const mayUse: Record<string, string[]> = {
  // A price is one that a card can pay; the words of a search may name a car.
  catalogue: ['images', 'audit', 'payments', 'vehicles'],
  // An order and a line of a cart name the car that they are for, with the verdict.
  // A slip is headed by the shop; a carrier may be the owner's own.
  // A code is used with a purchase, and given back with it.
  orders: [
    'addresses',
    'business',
    'catalogue',
    'discounts',
    'payments',
    'audit',
    'fitment',
    'images',
    'rates',
  ],
  // It says where it will go, what goes with it, and shows what the owner must show to who buys.
  cart: [
    'addresses',
    'business',
    'catalogue',
    'discounts',
    'orders',
    'fitment',
    'related',
    'vehicles',
    'rates',
  ],
  // What was bought for a car, which is ordered again.
  history: ['cart', 'catalogue', 'fitment', 'orders', 'vehicles'],
  // For some parts alone; shared as taxes are, to the cent.
  discounts: ['audit', 'catalogue', 'rates'],
  addresses: [],
  // By the place that an address names.
  rates: ['addresses', 'audit', 'business'],
  users: ['addresses', 'audit', 'images', 'summary'],
  'stock-alerts': ['catalogue'],
  // It asks for the car first.
  home: ['business', 'catalogue', 'reviews', 'newsletter', 'vehicles'],
  vehicles: ['audit'],
  fitment: ['audit', 'catalogue', 'vehicles'],
  // Its logo is a picture.
  business: ['audit', 'images'],
  texts: ['audit', 'business', 'images', 'rates'],
  // Written in the editor of the pages.
  newsletter: ['audit', 'images', 'texts'],
  blog: ['audit', 'catalogue', 'images', 'texts'],
  // It says since when there is the shop.
  portfolio: ['business'],
  // A message is about a part, a purchase or a car, which stand beside it.
  contact: ['audit', 'business', 'catalogue', 'orders', 'vehicles'],
  // A feed tells of the parts; its key is a record of the owner's.
  programs: ['audit', 'business', 'catalogue', 'images', 'payments'],
  // These stand alone.
  audit: [],
  identity: [],
  payments: [],
  images: [],
  mailbox: [],
  mails: [],
  // By those who have ordered the part; an answer can become an article.
  reviews: ['audit', 'blog', 'catalogue', 'orders', 'vehicles'],
  // What was ordered together, without what does not fit the car.
  related: ['audit', 'catalogue', 'fitment', 'orders', 'vehicles'],
  summary: [],
}

/** Whose tables these are: nobody else reads or writes them, but by the functions that their owner exports. */
const tablesOf: Record<string, string[]> = {
  'platform/db': ['counts', 'write_probe'],
  'platform/mail': ['mails'],
  'shop/addresses': ['addresses'],
  'shop/audit': ['audit_entries'],
  'shop/blog': ['blogs', 'blog_versions', 'blog_parts'],
  'shop/business': ['shop_records'],
  'shop/cart': ['cart_lines'],
  'shop/stock-alerts': ['stock_alerts'],
  'shop/catalogue': [
    'attributes',
    'categories',
    'import_changes',
    'import_mistakes',
    'import_pieces',
    'low_stock',
    'own_numbers',
    'part_numbers',
    'product_imports',
    'products',
    'products_total',
    'stock_movements',
    'supplied_values',
    'suppliers',
    'synonyms',
  ],
  'shop/contact': ['contact_messages', 'contact_answers'],
  'shop/identity': [
    'users',
    'registrations',
    'secrets',
    'identity_users',
    'identity_accounts',
    'identity_sessions',
    'identity_verifications',
    'identity_second_factors',
    'authenticators',
    'recovery_codes',
  ],
  'shop/discounts': ['discount_codes', 'discount_uses'],
  'shop/fitment': [
    'fitments',
    'application_imports',
    'application_notes',
    'application_parts',
    'application_pieces',
    'applications',
    'car_names',
    'vehicle_tables',
    'licensed_names',
    'licensed_vehicles',
  ],
  'shop/images': ['images', 'image_copies', 'picture_fetches'],
  'shop/newsletter': ['newsletter_subscriptions', 'newsletters', 'newsletter_sends'],
  'shop/orders': [
    'orders',
    'old_parts',
    'order_keys',
    'parcels',
    'parcel_lines',
    'purchases',
    'receipt_counters',
    'receipts',
    'refund_lines',
    'returns',
    'withdrawals',
  ],
  'shop/payments': ['payments', 'payment_attempts', 'refunds', 'disputes'],
  'shop/reviews': [
    'reviews',
    'reviews_total',
    'review_marks',
    'part_ratings',
    'part_questions',
    'part_answers',
  ],
  'shop/programs': ['api_tokens', 'webhooks', 'webhook_deliveries'],
  'shop/related': ['related_parts', 'bought_together', 'bought_together_counts'],
  'shop/texts': ['page_versions'],
  'shop/vehicles': ['vehicles', 'vehicle_options', 'fit_attributes', 'garage_cars'],
  'stand-ins/payments': ['stand_in_objects', 'stand_in_webhooks'],
}
/** Queries across, each with its reason. */
const mayQuery: Record<string, string[]> = {
  // Dates orders back that the demo has placed through the shop itself: nobody else may change the past.
  'app/wiring/demo-orders.server.ts': ['orders', 'purchases', 'parcels', 'returns', 'receipts'],
}

/** The floors of the platform from the ground up: a folder uses its own floor's files and those below. */
const floors: string[][] = [
  ['.'],
  ['queue', 'client', 'pdf', 'workers'],
  ['db', 'ui'],
  ['cache', 'mail', 'sms'],
  ['dialogs', 'lists'],
  ['import'],
  ['http'],
]

const isTest = (file: string) => /\.(test|cases)\.ts$|^(test|e2e|scripts|lab)\//.test(file)
const isServerOnly = (file: string) => /\.server\.tsx?$/.test(file) || file === 'app/wiring/server.ts'
const areaOf = (file: string) => /^shop\/([^/]+)\//.exec(file)?.[1]
/** The folder of the platform that a file is in; `.` for those beside the folders. */
const platformFolderOf = (file: string) => {
  const [top, folder, inside] = file.split('/')
  if (top !== 'platform') return undefined
  return inside ? folder! : '.'
}
const isData = (file: string) => /^database\/(tables|topics)\.ts$/.test(file)

const shopFiles = codeFiles().filter((file) => !isTest(file))
const allImports = shopFiles.flatMap(importsOf)
const linesOf = (file: string) =>
  sourceOf(file)
    .split('\n')
    .map((text) => ({ file, text }))
const inWords = ({ from, to }: Import) => `${from} uses ${to}`
const breaking = (rule: (found: Import) => boolean) => allImports.filter(rule).map(inWords)

/** A failure says what to do about it. */
const expectNone = (found: string[], remedy: string) => expect(found, remedy).toEqual([])

test('the map is about files that exist', () => {
  expect(shopFiles.length).toBeGreaterThan(50)
  expect(allImports).toContainEqual({
    from: 'app/wiring/serve.server.ts',
    to: 'app/wiring/shop.server.ts',
    typeOnly: false,
  })
  expect(allImports).toContainEqual({
    from: 'app/pages/routes.tsx',
    to: 'shop/home/HomePage.tsx',
    typeOnly: false,
  })
  const areas = [...new Set(shopFiles.map(areaOf))].filter((area) => area !== undefined)
  expectNone(
    areas.filter((area) => !mayUse[area]),
    'A new area: add it to mayUse in architecture.test.ts with the areas that it uses, and its tables to tablesOf.',
  )
})

describe('who may use whom', () => {
  test('an area of the shop uses only the areas of the map', () => {
    expectNone(
      breaking(({ from, to }) => {
        const [user, used] = [areaOf(from), areaOf(to)]
        if (!user || !used || user === used || used === 'identity') return false
        return !mayUse[user]?.includes(used)
      }),
      'Add a line to mayUse in architecture.test.ts, with a reason, or let app/ hand in what is needed.',
    )
  })

  test('every arrow of the map is used', () => {
    const used = new Set(allImports.map(({ from, to }) => `${areaOf(from)} uses ${areaOf(to)}`))
    const arrows = Object.entries(mayUse).flatMap(([user, areas]) =>
      areas.map((area) => `${user} uses ${area}`),
    )
    expectNone(
      arrows.filter((arrow) => !used.has(arrow)),
      'Take what nobody uses any more out of mayUse in architecture.test.ts.',
    )
  })

  test('inside an area no two folders use each other, not even for a type', () => {
    const folderOf = (file: string) => /^shop\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0]
    const uses = new Map<string, Import>()
    for (const found of allImports) {
      const [user, used] = [folderOf(found.from), folderOf(found.to)]
      if (!user || !used || user === used || areaOf(found.from) !== areaOf(found.to)) continue
      uses.set(`${user} ${used}`, found)
    }
    const both = [...uses].filter(([pair]) => uses.has(pair.split(' ').reverse().join(' ')))
    expectNone(
      both.map(([, found]) => inWords(found)),
      'Move the file that one of them needs of the other to the lower one, or into a folder below both.',
    )
  })

  test('an area of the shop knows the tables, not the demo data', () => {
    const isBehind = (file: string) => /^database\//.test(file) && !isData(file)
    expectNone(
      breaking(({ from, to }) => /^shop\//.test(from) && isBehind(to)),
      'Of database/ an area uses only tables.ts and topics.ts: move what it needs into the area.',
    )
  })

  // The rows and topics are types of every query and cache: one declaration of both is worth this arrow.
  test('the platform knows nothing of the shop but its tables', () => {
    const isShop = (file: string) => /^(app|shop|stand-ins|database)\//.test(file) && !isData(file)
    expectNone(
      breaking(({ from, to }) => /^platform\//.test(from) && isShop(to)),
      'Hand it to the platform as an argument, or move the file to the area that it is about.',
    )
  })

  test('the platform says no word of the business', () => {
    const business =
      /stripe|firebase|unpaid|customer|product|\bcarts?\b|(?<!p)review|newsletter|payment|\bprices?\b|stock|\bblogs?\b|refund|\borders\b/i
    const lines = shopFiles.filter((file) => /^platform\//.test(file)).flatMap((file) => linesOf(file))
    const found = lines.filter(({ text }) => business.test(text))
    expectNone(
      found.map(({ file, text }) => `${file}: ${text.trim()}`),
      'Say it without a word of the business, or move the file to the area that it is about.',
    )
  })

  test('inside the platform nothing uses a folder above or beside its own', () => {
    const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder))
    const folders = new Set(shopFiles.map(platformFolderOf).filter((folder) => folder !== undefined))
    expect([...folders].sort(), 'floors in architecture.test.ts has every folder of platform/ once').toEqual(
      floors.flat().sort(),
    )
    expectNone(
      breaking(({ from, to }) => {
        const [user, used] = [platformFolderOf(from), platformFolderOf(to)]
        return user !== undefined && used !== undefined && user !== used && floorOf(used) >= floorOf(user)
      }),
      'A folder of platform/ uses those below it: see floors in architecture.test.ts. Move the file up, or hand it in.',
    )
  })

  test('the database uses the platform, and the demo data the rules of the areas and the stock book', () => {
    const isAllowed = (from: string, to: string) =>
      /^(platform|database)\//.test(to) ||
      (/^database\/demo\//.test(from) &&
        /^shop\/[^/]+\/(rules|stock\/stock\.server|numbers\/store-numbers\.server)\.ts$/.test(to))
    expectNone(
      breaking(
        ({ from, to }) =>
          /^database\//.test(from) && /^(app|shop|stand-ins)\//.test(to) && !isAllowed(from, to),
      ),
      'Migrations must not change with the rules of today: write in SQL what they need.',
    )
  })

  test('nobody but the wiring uses the wiring or the stand-ins', () => {
    const isWiring = (file: string) => /^(app|stand-ins)\/(?!look\/)/.test(file)
    expect(breaking(({ from, to }) => isWiring(to) && !isWiring(from))).toEqual([
      // In the browser the provider's script and its stand-in are chosen where the script is loaded.
      'shop/payments/card/CardForm.tsx uses stand-ins/payments/browser/payments-stand-in.ts',
    ])
  })

  test('no code of the shop uses test code', () => {
    expectNone(
      breaking(({ to }) => /^(test|e2e|lab)\//.test(to) || /\.(test|cases)\./.test(to)),
      'Move what both need out of the test code.',
    )
  })

  test('what starts, tests and builds the shop does without the laboratory', () => {
    const imports = codeFiles()
      .filter((file) => /^(scripts|test|e2e)\//.test(file))
      .flatMap(importsOf)
    expect(imports.length).toBeGreaterThan(20)
    expectNone(
      imports.filter(({ to }) => /^lab\//.test(to)).map(inWords),
      'Move what both need from lab/ to test/ or scripts/.',
    )
  })
})

describe('whose table it is', () => {
  const owned = Object.values(tablesOf).flat()

  test('every table has one owner', () => {
    const tables = codeOf('database/tables.ts').match(/export type Tables = \{\n([\s\S]*?)\n\}/)![1]!
    const named = [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)
    expect([...owned].sort(), 'Give each table of database/tables.ts to one owner in tablesOf').toEqual(
      named.sort(),
    )
  })

  /** Migrations, backups and the demo data are about the database as a whole. */
  test('nobody queries the table of another', () => {
    const asked = shopFiles
      .filter((file) => !/^database\//.test(file))
      .flatMap((file) => tablesIn(file).map((table) => ({ file, table })))
    expect(asked.length).toBeGreaterThan(50)
    const across = asked.filter(({ file, table }) => !tablesOf[folderOf(file)]?.includes(table))
    expect(
      across.map(({ file, table }) => `${file} queries ${table}`),
      'Use a function that the owner of the table exports (tablesOf says who it is); app/ may join two of them',
    ).toEqual(
      Object.entries(mayQuery).flatMap(([file, tables]) => tables.map((table) => `${file} queries ${table}`)),
    )
  })

  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')

  test('a query names its table where it stands', () => {
    const isHidden = (file: string) =>
      /(?:selectFrom|insertInto|updateTable|deleteFrom)\(\w+\)/.test(codeOf(file))
    expectNone(
      shopFiles.filter((file) => !/^database\//.test(file) && isHidden(file)),
      'Write the name of the table into the query, so that its owner can be checked.',
    )
  })

  /** By the query builder, as the table of a list, or in SQL; a name with an underscore can be nothing but a table. */
  function tablesIn(file: string) {
    // A topic has the name of its table, and asks for nothing of it.
    const code = codeOf(file).replace(/(?:topics: |\bchange\()\[[^\]]*\]/g, '')
    const names = [
      ...code.matchAll(/(?:From|Into|Table|Join|From<\w+>)\(\s*'(\w+)/g),
      ...code.matchAll(/\b(?:table|modelName): '(\w+)'/g),
      ...code.matchAll(/\b(?:from|join|into|update|table) "?(\w+)"?/g),
      ...code.matchAll(/'(\w+_\w+)'/g),
    ].map(([, name]) => name!)
    return [...new Set(names)].filter((name) => owned.includes(name))
  }
})

describe('one place for', () => {
  /** Lines of code that match, outside of the files that may. */
  const linesWith = (pattern: RegExp, except: string[]) =>
    shopFiles
      .filter((file) => !except.includes(file) && !/^database\/migrations\//.test(file))
      .flatMap((file) =>
        codeOf(file)
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      )

  test('lengths of time: platform/time.ts', () => {
    expectNone(
      linesWith(/\b60 \* 60|\* 60_000|\* 1000 \* 60|3_?600_?000|86_400/, ['platform/time.ts']),
      'Use seconds(), minutes(), hours() or days() of platform/time.ts.',
    )
  })
})

describe('one meaning for a name', () => {
  /** What React Router asks a page for, and what a contract refuses with. */
  const everywhere = ['Component', 'loader', 'refuse']
  const exported = /^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm

  test('an exported name stands in one file', () => {
    const files = new Map<string, Set<string>>()
    for (const file of shopFiles.filter((it) => !/^database\/migrations\//.test(it)))
      for (const [, name] of codeOf(file).matchAll(exported))
        files.set(name!, (files.get(name!) ?? new Set()).add(file))
    expect(files.size).toBeGreaterThan(1000)
    expectNone(
      [...files]
        .filter(([name, { size }]) => size > 1 && !everywhere.includes(name))
        .map(([name, found]) => `${name}: ${[...found].join(', ')}`),
      'Two things need two names; one thing that two files need stands in one of them.',
    )
  })
})

describe('what runs on the server stays there', () => {
  test('a .server file is used by .server files only', () => {
    expectNone(
      breaking(({ from, to, typeOnly }) => isServerOnly(to) && !typeOnly && !isServerOnly(from)),
      'Name the user .server.ts if no browser loads it; else import only the type, or move what both need.',
    )
  })

  test('nothing that the browser loads is server code, zod or a part of Node', () => {
    const { files, packages } = reachedFrom(['app/pages/entry.client.tsx', 'app/pages/before-paint.ts'])
    expect(files).toContain('shop/home/HomePage.tsx')
    expect(packages).toContain('react-router')
    expectNone(
      [
        ...files.filter(isServerOnly),
        ...packages.filter((name) =>
          /^(zod|node:.*|fs|path|crypto|pg|kysely|libsql|pino|fastify.*)$/.test(name),
        ),
      ],
      'Use “import type” for what is only a type, or ask for it by the API.',
    )
  })
})

function reachedFrom(entries: string[]) {
  const reached = new Set(entries)
  const packages = new Set<string>()
  for (const file of reached) {
    if (!/\.(tsx?|mjs)$/.test(file)) continue
    for (const { to, typeOnly } of importsOf(file)) {
      if (typeOnly) continue
      if (/^(app|shop|platform|database|stand-ins)\//.test(to)) reached.add(to)
      else packages.add(to)
    }
  }
  return { files: [...reached], packages: [...packages] }
}
