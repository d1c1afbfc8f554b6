import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import type { Get } from '~/platform/client/api-context.ts'
import { apiContext } from '~/platform/client/api-context.ts'
import drawnIcons from '~/platform/ui/icons.svg?raw'
import type { PublicBusiness } from '~/shop/business/fields.ts'
import { lookOf } from '~/shop/business/shown.ts'
import { filterNames } from '~/shop/catalogue/filter-names.ts'
import { shopStructuredData } from '~/shop/catalogue/shop-page/structured-data.server.ts'
import type { FirebaseSettings } from '~/shop/identity/session/firebase.ts'
import type { Page } from '~/shop/page.ts'
import { PagesContext } from '~/shop/page.ts'
import { productIn, urls } from '~/shop/urls.ts'
import logo from '../look/logo-lockup.svg?raw'
import type { Assets } from '../wiring/assets.server.ts'
import { loadErrorPages } from './ErrorPage.tsx'
import type { PublicSettings, RootData } from './Root.tsx'
import { settingsContext } from './Root.tsx'
import { pages, routes } from './routes.tsx'
import type { ShopRouteData } from './shop-route.tsx'
import { partStructuredData } from './structured-part.server.ts'
import { workshopStructuredData } from './structured-workshop.server.ts'

type Rendered = { status: number; html: string } | { redirectTo: string }

/** `prepare` hands loaders what only this request knows. */
export type Renderer = (
  path: string,
  get: Get,
  prepare?: (context: RouterContextProvider) => void,
) => Promise<Rendered>

type RenderOptions = {
  assets: Assets
  settings: PublicSettings
  spinners: boolean
  firebase?: FirebaseSettings | undefined
  /** Why a page could not be made: the page itself says nothing of it. */
  onError: (error: unknown) => void
}

const contactPath = urls.contact().slice(1)
const rootTag = '<div id="root">'

export function createRenderer({ assets, settings, spinners, firebase, onError }: RenderOptions): Renderer {
  const handler = createStaticHandler(routes)
  return async (path, get, prepare) => {
    const requestContext = new RouterContextProvider()
    requestContext.set(apiContext, get)
    requestContext.set(settingsContext, settings)
    prepare?.(requestContext)
    const context = await handler.query(new Request(`http://shop${path}`), {
      requestContext,
      filterMatchesToLoad: (match) => !match.route.handle?.inBrowserOnly,
    })
    if (context instanceof Response) return { redirectTo: context.headers.get('location') ?? '/' }
    if (context.errors) await loadErrorPages()
    for (const error of Object.values(context.errors ?? {})) if (!isRouteErrorResponse(error)) onError(error)
    const router = createStaticRouter(handler.dataRoutes, context)
    const markup = renderToString(
      <div id="root">
        <PagesContext value={pages}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </PagesContext>
      </div>,
    )
    // React writes <title>, <meta> and preloads first: all that stands before the root belongs in the head.
    const cut = markup.indexOf(rootTag)
    const sources = context.matches.flatMap(({ route }) => ('source' in route ? [String(route.source)] : []))
    const page = context.matches.at(-1)?.route.handle as Page | undefined
    const address = canonicalAddress({ path, publicUrl: settings.publicUrl, page })
    const canonical = address ? `<link rel="canonical" href="${quoted(address)}">` : ''
    const status = page?.status ?? context.statusCode
    const data = { loaderData: context.loaderData, errors: plainErrors(context.errors) }
    const shown = context.loaderData.shop as ShopRouteData | undefined
    const { business, buying } = context.loaderData.root as RootData
    const structured = await structuredData()
    const head =
      icons(business, settings.publicUrl) +
      markup.slice(0, cut) +
      canonical +
      assets.head +
      structured.map(dataBlock).join('')
    return {
      status,
      html: documentOf({
        head,
        body: markup.slice(cut),
        data,
        scripts: assets.scriptsFor(sources),
        spinners,
        firebase,
      }),
    }

    async function structuredData() {
      if (shown) return shopStructuredData(shown.list, settings.publicUrl)
      if (page?.path === contactPath) return workshopStructuredData(business, settings.publicUrl)
      return partStructuredData(productIn(path), { get, publicUrl: settings.publicUrl, buying })
    }
  }
}

type Document = Pick<RenderOptions, 'spinners' | 'firebase'> & {
  head: string
  body: string
  data: unknown
  scripts: string
}

function documentOf({ head, body, data, scripts, spinners, firebase }: Document) {
  return [
    `<!doctype html><html lang="en"${spinners ? '' : ' data-spinners="off"'}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...(firebase ? [`<meta name="firebase" content="${quoted(JSON.stringify(firebase))}">`] : []),
    head,
    '</head><body>',
    drawings,
    body,
    `<script type="application/json" id="data">${escapedJson(data)}</script>`,
    scripts,
    '</body></html>',
  ].join('')
}

/** The logo in the bar of a browser, on the screen of a phone, and beside a link to the shop. */
function icons(business: PublicBusiness, publicUrl: string) {
  const { logoId, icon } = lookOf(business)
  return [
    logoId
      ? `<link rel="icon" href="${icon('favicon.ico')}" sizes="32x32 48x48">`
      : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="${icon('apple-touch-icon.png')}">`,
    '<link rel="manifest" href="/site.webmanifest">',
    `<meta property="og:image" content="${quoted(publicUrl)}${icon('social.jpg')}">`,
  ].join('')
}

/** Data for search engines: a browser does not run it, so the policy for scripts does not concern it. */
const dataBlock = (data: object) => `<script type="application/ld+json">${escapedJson(data)}</script>`

const escapedJson = (data: unknown) => JSON.stringify(data).replace(/</g, '\\u003c')

const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** Errors reach the browser as a status, never with their text. */
function plainErrors(errors: Record<string, unknown> | null) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const status = isRouteErrorResponse(error) ? error.status : 500
      return [id, { status, statusText: '', data: null, internal: true }]
    }),
  )
}

type Shown = { path: string; publicUrl: string; page: Page | undefined }

/** The address that a public page is known by, for search engines and for sharing; undefined for pages that have none. */
function canonicalAddress({ path, publicUrl, page }: Shown) {
  if (page?.status || page?.inBrowserOnly || page?.idList) return undefined
  const { pathname, searchParams: query } = new URL(path, publicUrl)
  const isPart = ['q', ...filterNames].some((name) => query.has(name))
  const number = page?.paged && !isPart ? Number(query.get('page')) : 1
  return publicUrl + pathname + (number > 1 ? `?page=${number}` : '')
}

/**
 * What the icons and the logo of a page refer to. In the page itself: from a file they would come after the first paint,
 * and Chromium 143 does not paint what it has in its cache.
 */
const drawings = `<div hidden>${(drawnIcons + logo).replace(/\n\s*/g, '')}</div>`
