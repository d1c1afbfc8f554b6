import type { Plugin } from 'vite'

/** What serves the router's own forms, fetchers, blockers, prefetching, middleware, warnings and error page: no page of ours. */
const neverCalled = new Set([
  'handleAction',
  'fetch2',
  'handleFetcherAction',
  'handleFetcherLoader',
  'discoverRoutes',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'runClientMiddlewarePipeline',
  'PrefetchPageLinks',
  'RSCErrorHandler',
  'DefaultErrorComponent',
  'warning',
  'patchRoutes',
  'patchRoutesImpl',
  'getFetcher',
  'resetFetcher',
  'queueFetcherForDeletion',
  'setFetcherError',
  'updateFetcherState',
  'getBlocker',
  'deleteBlocker',
  'updateBlocker',
  'shouldBlockNavigation',
  'restoreAppliedTransitions',
  'persistAppliedTransitions',
  'decodeRouteErrorResponseDigest',
])

/**
 * The router keeps much in what every visitor loads that no page uses. In a build, what names its components for
 * developers' tools goes, and what is never called is emptied.
 */
export const shakeRouter = (): Plugin => ({
  name: 'shake-router',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('react-router/dist/production/') || !code.includes('function createRouter(')) return null
    if (this.environment.config.consumer !== 'client') return null
    const bodies = bodiesOf(this.parse(code), neverCalled)
    if (bodies.length !== neverCalled.size)
      this.error('The router has changed: look through the list of its functions that are never called.')
    let shaken = code
    for (const { start, end } of bodies.toReversed())
      shaken = `${shaken.slice(0, start)}{}${shaken.slice(end)}`
    return {
      code: shaken
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\w*\.(?:forwardRef|memo|createContext))\(/g, '= /* @__PURE__ */ $1('),
      map: null,
    }
  },
})

type Span = { start: number; end: number }
type Node = Span & { type: string; id?: { name: string } | null; body?: unknown }

/** In the order in which they stand; one within another is gone with it. */
function bodiesOf(node: unknown, names: Set<string>): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, id, body } = node as Node
  if (type === 'FunctionDeclaration' && id && names.has(id.name)) return [body as Span]
  return Object.values(node).flatMap((part) => bodiesOf(part, names))
}
