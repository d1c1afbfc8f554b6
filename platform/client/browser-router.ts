import type {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  DataRouteObject,
  DataRouter,
  HydrationState,
  Location,
  RouteObject,
  RouterNavigateOptions,
  RouterState,
  RouterSubscriber,
  To,
} from 'react-router'
import {
  IDLE_NAVIGATION,
  matchRoutes,
  NavigationType,
  RouterContextProvider,
  resolvePath,
} from 'react-router'
import type { Match, Result } from './route-loading.ts'
import { dataRoutes, dataToKeep, errorsByBoundary, load, needsLoading } from './route-loading.ts'

type Options = {
  history: ReturnType<typeof createBrowserHistory>
  /** What the server loaded for this page. */
  hydrationData: HydrationState | null
}

type Navigation = {
  action: NavigationType
  location: Location
  preventScrollReset?: boolean | undefined
  /** The page stays, and the place in it: only its data is loaded again. */
  isRevalidation?: boolean
  /** Loads what the server left to the browser. */
  isHydration?: boolean
}

const nothingElse = { deletedFetchers: [], newErrors: null, flushSync: false }

/**
 * Drives React Router's provider and hooks: lazy pages, loaders, redirects, errors, revalidation, scroll positions. The
 * package's own does so, too, but has fetchers, actions, blockers and middleware in one function with it: 10 KB more for
 * every visitor. See docs/decisions/browser-scripts.md.
 */
export function createRouter(definition: RouteObject[], { history, hydrationData }: Options): DataRouter {
  const manifest: Record<string, DataRouteObject> = {}
  const routes = dataRoutes(definition, manifest)
  const subscribers = new Set<RouterSubscriber>()
  const afterRevalidation = new Set<() => void>()
  /** What the server sent, until somebody subscribes: the first render must be the same. */
  let sent: RouterState | undefined
  let mustReload = false
  let pending: (Navigation & { controller: AbortController }) | undefined
  let scroll: { positions: Record<string, number>; position: () => number } | undefined

  // A route for any other address stands last in the list.
  const matchesOf = (location: Location) => matchRoutes(routes, location) as Match[]

  let state: RouterState = {
    historyAction: history.action,
    location: history.location,
    matches: matchesOf(history.location),
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: hydrationData?.loaderData ?? {},
    actionData: null,
    errors: hydrationData?.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  }

  /** News from before the first subscriber is held back for it. */
  function update(changes: Partial<RouterState>) {
    if (subscribers.size === 0) sent ??= state
    state = { ...state, ...changes }
    for (const notify of [...subscribers]) notify(state, nothingElse)
  }

  async function start(navigation: Navigation) {
    const { location, action, isRevalidation, isHydration, preventScrollReset } = navigation
    pending?.controller.abort()
    pending = undefined
    if (scroll) scroll.positions[state.location.key] = scroll.position()
    const matches = matchesOf(location)
    if (state.initialized && !mustReload && isOnlyHash(state.location, location))
      return complete(navigation, { matches })

    const toLoad = needsLoading({ state, matches, location, mustReload, isHydration })
    // At once: nobody waits for a page that has nothing to load.
    if (toLoad.length === 0) return complete(navigation, loadedState(matches, []))

    const controller = new AbortController()
    const { signal } = controller
    pending = { ...navigation, controller }
    if (!isRevalidation && !isHydration) update({ navigation: loading(location, matches, action) })
    const request = new Request(history.createURL({ ...location, hash: '' }), { signal })
    const context = new RouterContextProvider()
    const results = await Promise.all(toLoad.map((match) => load(match, { request, context })))
    if (signal.aborted) return
    const redirect = results.findLast(({ redirectTo }) => redirectTo)?.redirectTo
    if (!redirect)
      return complete(navigation, loadedState(matches, results, isHydration ? state.errors : null))
    const isReplaced = action === NavigationType.Replace && !isRevalidation
    const next = isReplaced ? NavigationType.Replace : NavigationType.Push
    await start({ action: next, location: locationOf(redirect), preventScrollReset })
  }

  function loadedState(matches: Match[], results: Result[], earlierErrors: RouterState['errors'] = null) {
    const errors = errorsByBoundary(matches, results, earlierErrors)
    return { matches, errors, loaderData: dataToKeep({ before: state.loaderData, results, matches, errors }) }
  }

  function complete(
    { action, location, preventScrollReset = false, isRevalidation }: Navigation,
    loaded: Partial<RouterState>,
  ) {
    pending = undefined
    mustReload = false
    if (!isRevalidation) {
      if (action === NavigationType.Push) history.push(location, location.state)
      if (action === NavigationType.Replace) history.replace(location, location.state)
    }
    update({
      ...loaded,
      historyAction: action,
      location,
      initialized: true,
      renderFallback: false,
      navigation: IDLE_NAVIGATION,
      revalidation: 'idle',
      restoreScrollPosition: isRevalidation ? false : (scroll?.positions[location.key] ?? null),
      preventScrollReset,
    })
    for (const done of afterRevalidation) done()
    afterRevalidation.clear()
  }

  function locationOf(to: To, given: unknown = null): Location {
    const path = history.encodeLocation(resolvePath(to, state.location.pathname))
    return { ...path, state: given, key: Math.random().toString(36).slice(2, 10) }
  }

  async function navigate(to: To | number | null, options: RouterNavigateOptions = {}) {
    if (typeof to === 'number') return history.go(to)
    const action = options.replace ? NavigationType.Replace : NavigationType.Push
    const { state: given, preventScrollReset } = options
    await start({ action, location: locationOf(to ?? state.location, given), preventScrollReset })
  }

  function revalidate() {
    mustReload = true
    const done = new Promise<void>((resolve) => afterRevalidation.add(resolve))
    update({ revalidation: 'loading' })
    const isOnTheWay = pending && !pending.isRevalidation && !pending.isHydration
    const here = { action: state.historyAction, location: state.location, isRevalidation: true }
    void start(isOnTheWay ? pending! : here)
    return done
  }

  const router = {
    basename: '/',
    future: {},
    window: globalThis.window,
    routes,
    manifest,
    get state() {
      return sent ?? state
    },
    subscribe(subscriber: RouterSubscriber) {
      subscribers.add(subscriber)
      if (sent) {
        sent = undefined
        subscriber(state, nothingElse)
      }
      return () => subscribers.delete(subscriber)
    },
    enableScrollRestoration(positions: Record<string, number>, position: () => number) {
      scroll = { positions, position }
      return () => {
        scroll = undefined
      }
    },
    navigate,
    revalidate,
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
  }

  history.listen(({ action, location }) => void start({ action, location }))
  if (needsLoading({ ...state, state, mustReload, isHydration: true }).length > 0) {
    state = { ...state, initialized: false, renderFallback: true }
    void start({ action: NavigationType.Pop, location: state.location, isHydration: true })
  }
  return router as unknown as DataRouter
}

const loading = (location: Location, matches: Match[], historyAction: NavigationType) =>
  ({ ...IDLE_NAVIGATION, state: 'loading', location, matches, historyAction }) as RouterState['navigation']

/** The page has the data already, and the browser scrolls. */
const isOnlyHash = (from: Location, to: Location) =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== ''
