import type {
  DataRouteObject,
  LoaderFunctionArgs,
  Location,
  RouteObject,
  RouterState,
  ShouldRevalidateFunctionArgs,
} from 'react-router'
import { UNSAFE_mapRouteProperties as mapRouteProperties } from 'react-router'

export type Match = RouterState['matches'][number]

/** What became of a route: its data, unless it has no loader, or where to go instead, or what went wrong. */
export type Result = { id: string; data?: unknown; redirectTo?: string; error?: unknown }

/** Every route with its id, by which the server names the data too: its place in the tree unless it has another. */
export const dataRoutes = (
  routes: RouteObject[],
  manifest: Record<string, DataRouteObject>,
  parent: number[] = [],
): DataRouteObject[] =>
  routes.map((route, place) => {
    const path = [...parent, place]
    const id = route.id ?? path.join('-')
    const children = route.children && dataRoutes(route.children, manifest, path)
    const known = { ...route, ...mapRouteProperties(route), id, children } as DataRouteObject
    manifest[id] = known
    return known
  })

type Situation = {
  state: RouterState
  matches: Match[]
  location: Location
  mustReload: boolean
  isHydration?: boolean | undefined
}

/** Which routes on the way to a page are loaded: those that are new, and those whose data depends on what has changed. */
export function needsLoading({ state, matches, location, mustReload, isHydration }: Situation): Match[] {
  const from = state.location
  const isSamePage = from.pathname === location.pathname && from.search === location.search
  const hasData = ({ route }: Match) => Object.hasOwn(state.loaderData, route.id)
  if (isHydration) {
    const failed = matches.findIndex(({ route }) => state.errors?.[route.id] !== undefined)
    const shown = failed < 0 ? matches : matches.slice(0, failed)
    return shown.filter((match) => match.route.lazy || (match.route.loader && !hasData(match)))
  }
  return matches.filter((match, place) => {
    const { route, pathname } = match
    if (route.lazy) return true
    if (!route.loader) return false
    const before = state.matches[place]
    if (before?.route.id !== route.id || !hasData(match)) return true
    const isOther = before.pathname !== pathname || from.search !== location.search
    const defaultShouldRevalidate = mustReload || isSamePage || isOther
    return (
      route.shouldRevalidate?.({ defaultShouldRevalidate } as ShouldRevalidateFunctionArgs) ??
      defaultShouldRevalidate
    )
  })
}

export async function load(
  { route, params }: Match,
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<Result> {
  const { id } = route
  try {
    if (typeof route.lazy === 'function') {
      Object.assign(route, await route.lazy(), { lazy: undefined })
      Object.assign(route, mapRouteProperties(route))
    }
    if (typeof route.loader !== 'function') return { id }
    const data = await route.loader({ ...args, params } as LoaderFunctionArgs)
    return data instanceof Response ? answered(id, data) : { id, data }
  } catch (error) {
    return error instanceof Response ? answered(id, error) : { id, error }
  }
}

const answered = (id: string, { status, statusText, headers }: Response): Result => {
  const redirectTo = headers.get('location')
  return redirectTo ? { id, redirectTo } : { id, error: { status, statusText, data: null, internal: false } }
}

/** An error is shown by the nearest route above it that can. */
export function errorsByBoundary(matches: Match[], results: Result[], earlier: RouterState['errors']) {
  const errors = { ...earlier }
  for (const { id, error } of results.filter((result) => 'error' in result)) {
    const above = matches.slice(0, matches.findIndex(({ route }) => route.id === id) + 1)
    const boundary = above.findLast(({ route }) => route.hasErrorBoundary) ?? matches[0]!
    errors[boundary.route.id] ??= error
  }
  return Object.keys(errors).length > 0 ? errors : null
}

type Merge = {
  before: RouterState['loaderData']
  results: Result[]
  matches: Match[]
  errors: RouterState['errors']
}

/** The new data, and what was there for the routes above the first error. */
export function dataToKeep({ before, results, matches, errors }: Merge) {
  const failed = matches.findIndex(({ route }) => errors?.[route.id] !== undefined)
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1)
  const unchanged = shown.filter(
    ({ route }) =>
      route.loader && Object.hasOwn(before, route.id) && !results.some(({ id }) => id === route.id),
  )
  return Object.fromEntries([
    ...unchanged.map(({ route }) => [route.id, before[route.id]]),
    ...results.filter((result) => 'data' in result).map(({ id, data }) => [id, data]),
  ])
}
