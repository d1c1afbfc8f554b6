import { describe, expect, test } from 'vitest'
import type { Import } from './test/imports.ts'
import { codeFiles, codeOf, importsOf } from './test/imports.ts'

/** Who may use whom. Everyone may use platform, the tables of the database, shop/urls.ts and identity. */
const mayUse: Record<string, string[]> = {
  catalogue: ['images', 'audit'],
  blog: ['images'],
  orders: ['catalogue', 'payments', 'audit'],
  reviews: ['catalogue', 'orders'],
  users: ['audit', 'images', 'summary'],
  summary: ['catalogue', 'contact'],
  home: ['catalogue', 'reviews', 'newsletter'],
  // These stand alone.
  audit: [],
  identity: [],
  payments: [],
  images: [],
  newsletter: [],
  contact: [],
  mailbox: [],
  mails: [],
  portfolio: [],
}

/** The floors of the platform from the ground up: a folder uses its own floor's files and those below. */
const floors: string[][] = [
  ['.'],
  ['queue', 'client'],
  ['db', 'ui'],
  ['cache', 'mail', 'sms'],
  ['lists'],
  ['http'],
]

const isTest = (file: string) => /\.test\.ts$|^(test|e2e|scripts|lab)\//.test(file)
const isServerOnly = (file: string) => /\.server\.tsx?$/.test(file) || file === 'app/server.ts'
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
const said = ({ from, to }: Import) => `${from} uses ${to}`
const breaking = (rule: (found: Import) => boolean) => allImports.filter(rule).map(said)

test('the map is about files that exist', () => {
  expect(shopFiles.length).toBeGreaterThan(50)
  expect(allImports).toContainEqual({ from: 'app/server.ts', to: 'app/shop.server.ts', typeOnly: false })
  expect(allImports).toContainEqual({ from: 'app/routes.tsx', to: 'shop/home/route.ts', typeOnly: false })
  for (const area of new Set(shopFiles.map(areaOf))) if (area) expect(mayUse).toHaveProperty(area)
})

describe('who may use whom', () => {
  test('an area of the shop uses only the areas of the map', () => {
    expect(
      breaking(({ from, to }) => {
        const [user, used] = [areaOf(from), areaOf(to)]
        if (!user || !used || user === used || used === 'identity') return false
        return !mayUse[user]?.includes(used)
      }),
    ).toEqual([])
  })

  test('an area of the shop knows the tables, not the demo data', () => {
    const isBehind = (file: string) => /^database\//.test(file) && !isData(file)
    expect(breaking(({ from, to }) => /^shop\//.test(from) && isBehind(to))).toEqual([])
  })

  test('the platform knows nothing of the shop but its tables', () => {
    const isShop = (file: string) => /^(app|shop|stand-ins|database)\//.test(file) && !isData(file)
    expect(breaking(({ from, to }) => /^platform\//.test(from) && isShop(to))).toEqual([])
  })

  test('inside the platform nothing uses a folder above or beside its own', () => {
    const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder))
    const folders = new Set(shopFiles.map(platformFolderOf).filter((folder) => folder !== undefined))
    expect([...folders].sort()).toEqual(floors.flat().sort())
    expect(
      breaking(({ from, to }) => {
        const [user, used] = [platformFolderOf(from), platformFolderOf(to)]
        return user !== undefined && used !== undefined && user !== used && floorOf(used) >= floorOf(user)
      }),
    ).toEqual([])
  })

  test('the database uses the platform, and the demo data the rules of the areas and the stock book', () => {
    const isAllowed = (from: string, to: string) =>
      /^(platform|database)\//.test(to) ||
      (/^database\/demo\//.test(from) && /^shop\/[^/]+\/(rules|stock\/stock\.server)\.ts$/.test(to))
    expect(
      breaking(
        ({ from, to }) =>
          /^database\//.test(from) && /^(app|shop|stand-ins)\//.test(to) && !isAllowed(from, to),
      ),
    ).toEqual([])
  })

  test('nobody but the wiring uses the wiring or the stand-ins', () => {
    const isWiring = (file: string) => /^(app|stand-ins)\/(?!art\/)/.test(file)
    expect(breaking(({ from, to }) => isWiring(to) && !isWiring(from))).toEqual([
      // In the browser the provider's script and its stand-in are chosen where the script is loaded.
      'shop/payments/card/load-provider.ts uses stand-ins/payments/browser/payments-stand-in.ts',
    ])
  })

  test('no code of the shop uses test code', () => {
    expect(breaking(({ to }) => /^(test|e2e|lab)\//.test(to) || /\.test\./.test(to))).toEqual([])
  })

  test('what starts, tests and builds the shop does without the laboratory', () => {
    const imports = codeFiles()
      .filter((file) => /^(scripts|test|e2e)\//.test(file))
      .flatMap(importsOf)
    expect(imports.length).toBeGreaterThan(20)
    expect(imports.filter(({ to }) => /^lab\//.test(to)).map(said)).toEqual([])
  })
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
    expect(linesWith(/\b60 \* 60|\* 60_000|\* 1000 \* 60|3_?600_?000|86_400/, ['platform/time.ts'])).toEqual(
      [],
    )
  })
})

describe('what runs on the server stays there', () => {
  test('a .server file is used by .server files only', () => {
    expect(
      breaking(({ from, to, typeOnly }) => isServerOnly(to) && !typeOnly && !isServerOnly(from)),
    ).toEqual([])
  })

  test('nothing that the browser loads is server code, zod or a part of Node', () => {
    const { files, packages } = reachedFrom(['app/entry.client.tsx', 'app/before-paint.ts'])
    expect(files).toContain('shop/home/HomePage.tsx')
    expect(packages).toContain('react-router')
    expect(files.filter(isServerOnly)).toEqual([])
    expect(
      packages.filter((name) => /^(zod|node:.*|fs|path|crypto|pg|kysely|libsql|pino|fastify.*)$/.test(name)),
    ).toEqual([])
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
