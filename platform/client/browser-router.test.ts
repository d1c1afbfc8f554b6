import type { DataRouter, RouteObject } from 'react-router'
import { UNSAFE_createMemoryHistory as createMemoryHistory, createMemoryRouter, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { createRouter } from './browser-router.ts'

const hydrationData = { loaderData: { root: 'settings', '0-0': 'home' } }

const Nothing = () => null

/** Pages that load, fail, redirect and stay, and a list of what was loaded. */
function pages() {
  const loaded: string[] = []
  const loader =
    (name: string) =>
    async ({ request, params }: { request: Request; params: object }) => {
      const { pathname, search } = new URL(request.url)
      loaded.push(`${name} for ${pathname}${search}`)
      await new Promise((done) => setTimeout(done, 5))
      return { name, params }
    }
  const routes: RouteObject[] = [
    {
      id: 'root',
      loader: loader('root'),
      shouldRevalidate: () => false,
      children: [
        { index: true, loader: loader('home') },
        { path: 'shop/:group?', loader: loader('shop') },
        { path: 'blogs/:id', lazy: async () => ({ loader: loader('blog') }) },
        { path: 'contact' },
        { path: 'old', loader: () => redirect('/shop?q=old') },
        { path: 'gone', loader: () => Promise.reject(new Response(null, { status: 404 })) },
        { path: 'lost', lazy: () => Promise.reject(new Error('no connection')) },
        {
          path: 'dashboard',
          loader: loader('dashboard'),
          ErrorBoundary: Nothing,
          children: [
            { path: 'orders', loader: loader('orders') },
            { path: 'broken', loader: () => Promise.reject(new Error('broken')) },
          ],
        },
        { path: '*' },
      ],
    },
  ]
  return { routes, loaded }
}

const ours = (routes: RouteObject[], path: string) =>
  createRouter(routes, {
    history: createMemoryHistory({ initialEntries: [path] }) as never,
    hydrationData,
  })
const theirs = (routes: RouteObject[], path: string) =>
  createMemoryRouter(routes, { initialEntries: [path], hydrationData })

type Walk = (router: DataRouter) => Promise<unknown>

/** All that the pages can see of a walk through the shop, step by step. */
async function seen(open: typeof ours, walk: Walk, path: string) {
  const { routes, loaded } = pages()
  const router = open(routes, path)
  const states: unknown[] = []
  const look = () => {
    const { location, matches, navigation, loaderData, errors, ...rest } = router.state
    states.push({
      // It marks redirects in the state, which pages can do without.
      at: [
        location.pathname,
        location.search,
        location.hash,
        location.state?._isRedirect ? null : location.state,
      ],
      pages: matches.map(({ route, params }) => [route.id, params]),
      navigation: [navigation.state, navigation.location?.pathname],
      loaderData,
      errors: Object.entries(errors ?? {}).map(([id, error]) => [id, error.status ?? error.message]),
      shows: [rest.historyAction, rest.initialized, rest.renderFallback, rest.revalidation],
      scroll: [rest.restoreScrollPosition, rest.preventScrollReset],
    })
  }
  const positions = {}
  router.subscribe(look)
  router.enableScrollRestoration(positions, () => 250)
  look()
  await walk(router)
  await idle(router)
  return { states, loaded, positions: Object.values(positions) }
}

async function idle(router: DataRouter) {
  await new Promise((done) => setTimeout(done, 30))
  expect(router.state.navigation.state).toBe('idle')
}

const walks: Record<string, Walk> = {
  'to a list, a search in it, and one of its anchors': async (router) => {
    await router.navigate('/shop')
    await router.navigate('?q=brake', { replace: true, preventScrollReset: true })
    await router.navigate('/shop?q=brake#results')
    await router.navigate('/shop?q=brake')
  },
  'to another group of the same page, and to one below the same page': async (router) => {
    await router.navigate('/shop/brakes', { state: { from: 'home' } })
    await router.navigate('/shop/filters')
    await router.navigate('/dashboard/orders')
    await router.navigate('/dashboard')
  },
  'to pages that come later, twice': async (router) => {
    await router.navigate('/blogs/1')
    await router.navigate('/contact')
    await router.navigate('/blogs/2')
  },
  'through a redirect, by a link and in place of a page': async (router) => {
    await router.navigate('/old')
    await router.navigate('/old', { replace: true })
  },
  'to pages that fail, and on': async (router) => {
    await router.navigate('/gone')
    await router.navigate('/dashboard/broken')
    await router.navigate('/dashboard/orders')
    await router.navigate('/lost')
    await router.navigate('/')
  },
  'back to where one was': async (router) => {
    await router.navigate('/shop')
    await router.navigate('/blogs/1')
    void router.navigate(-1)
    await idle(router)
    void router.navigate(-1)
  },
  'to one page, and to another before it is there': async (router) => {
    void router.navigate('/shop')
    void router.navigate('/blogs/1')
    await router.navigate('/contact')
  },
  'nowhere, while data is loaded again': async (router) => {
    await router.navigate('/dashboard/orders')
    await router.revalidate()
    void router.revalidate()
    await router.revalidate()
  },
  'on, while data is loaded again': async (router) => {
    const isDone = router.revalidate()
    await router.navigate('/shop')
    await isDone
    void router.navigate('/dashboard/orders')
    await router.revalidate()
  },
}

for (const [walk, go] of Object.entries(walks))
  test(`a walk ${walk} is what React Router makes of it`, async () => {
    expect(await seen(ours, go, '/')).toEqual(await seen(theirs, go, '/'))
  })

for (const path of ['/dashboard/orders', '/gone', '/dashboard/broken', '/nowhere'])
  test(`${path} as the first page loads what the server left out, as in React Router`, async () => {
    expect(await seen(ours, idle, path)).toEqual(await seen(theirs, idle, path))
  })

test('the first render is what the server sent, however early a page is found to be missing', async () => {
  const router = ours(pages().routes, '/gone')
  await idle(router)
  expect([router.state.errors, router.state.renderFallback]).toEqual([null, true])
  router.subscribe(() => {})
  expect(Object.values(router.state.errors!)).toMatchObject([{ status: 404 }])
})

test('an address that looks like another host leads to a page of this one', async () => {
  const { routes } = pages()
  const router = ours(routes, '/')
  router.subscribe(() => {})
  await router.navigate('//other.example/shop')
  expect(router.state.location.pathname).toBe('/other.example/shop')
})
