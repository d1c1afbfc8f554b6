import type { RouteObject } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours } from '~/platform/time.ts'
import type { Page } from '~/shop/page.ts'
import { examples } from '~/test/matrix/examples.ts'
import type { Matrix } from '~/test/matrix/run.ts'
import { runCell, runRoute } from '~/test/matrix/run.ts'
import { aWorld } from '~/test/matrix/world.ts'
import { aShop, engine } from '~/test/shop.ts'
import { watchWrites } from '~/test/writes.ts'
import { routes as pages } from './pages/routes.tsx'

let matrix: Matrix
beforeAll(async () => {
  // Behind a proxy each caller has an address of its own.
  const shop = await aShop(
    { TRUST_PROXY: 'on', MOST_UNPAID_ORDERS: '0', NEWSLETTER_PER_MINUTE: '100000' },
    // Not what the shop does by itself meanwhile.
    { everyMs: hours(1) },
  )
  const world = await aWorld(shop)
  matrix = { world, writes: await watchWrites(shop), cells: 0, problems: [] }
}, 120_000)
afterAll(() => console.log(`${matrix.cells} cells of routes x callers x bad input on ${engine}`))

const routes = () => matrix.world.shop.app.guardedRoutes
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every route has an example, and every example a route', () => {
  const open = routes().filter(({ policy }) => policy.access !== 'nobody')
  expect(Object.keys(examples).sort()).toEqual([...new Set(open.map(nameOf))].sort())
})

test.each(Object.entries(examples))(
  '%s lets in whom it should and takes what it should',
  async (name, example) => {
    matrix.problems = []
    const route = routes().find((found) => nameOf(found) === name)
    await runRoute(matrix, route!, example)
    expect(matrix.problems).toEqual([])
  },
)

test('a method that an address does not take is refused to everybody', async () => {
  matrix.problems = []
  for (const route of routes().filter(({ policy }) => policy.access === 'nobody'))
    for (const [name, headers] of Object.entries({ 'no token': {}, 'an admin': matrix.world.admin.headers }))
      await runCell(matrix, {
        route,
        example: {},
        name,
        expects: 405,
        asked: { params: { id: 'a', email: 'a@b.example', '*': 'shop' } },
        headers,
      })
  expect(matrix.problems).toEqual([])
})

test('every page is sent to everybody, and what is private is not in it', async () => {
  matrix.problems = []
  const { user, admin, blogId } = matrix.world
  const route = routes().find((found) => nameOf(found) === 'GET /*')!
  const people = { 'no token': {}, 'the user': user.headers, 'an admin': admin.headers }
  for (const { path, status } of pagesBelow(pages))
    for (const [name, headers] of Object.entries(people))
      await runCell(matrix, {
        route,
        example: {},
        name: `${path}, ${name}`,
        expects: status,
        asked: { params: { '*': exampleOf(path, blogId) } },
        headers,
      })
  expect(matrix.problems).toEqual([])
})

const exampleOf = (path: string, blogId: string) =>
  path
    .replace('blogs/:id', `blogs/${blogId}`)
    .replace(/^pages\/:id/, 'pages/privacy')
    .replace(/\/:\w+\?/g, '')

/** Every address of the table of pages that shows something of its own. */
function pagesBelow(list: RouteObject[], above = ''): { path: string; status: number }[] {
  return list.flatMap((page) => {
    const path = [above, page.path].filter(Boolean).join('/')
    if (page.children) return pagesBelow(page.children, path)
    // An address that only decides leads on to a page; the log-in is drawn by what is above it.
    const { status = page.loader && !page.lazy ? 302 : 200 } = page.handle as Page
    // Behind a proxy there is no page that is for this machine alone.
    if (path === 'mailbox') return [{ path, status: 404 }]
    return [{ path, status }]
  })
}
