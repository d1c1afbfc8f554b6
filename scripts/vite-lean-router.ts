import type { Plugin } from 'vite'

/**
 * Features of React Router that no page of the shop uses. They are part of one large function, so no bundler can leave
 * them out, and every visitor would load 5 KB more.
 */
const unused = [
  ...['fetch2', 'getFetcher', 'resetFetcher', 'queueFetcherForDeletion'], // useFetcher
  'updateBlocker', // useBlocker
  'handleAction', // <Form>, useSubmit
  'discoverRoutes', // routes that are found later
  'runClientMiddlewarePipeline',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'parseHydrationData', // the framework's way to hand data to the browser
  'RSCErrorHandler',
  'DefaultErrorComponent', // every page of ours has an error page above it
]

/**
 * Each of them throws, in development as in a build: the first page that needs one says so while it is written.
 * The rest changes nothing: what names components for developers' tools goes, so that unused components can go too.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*\.mjs/, code: 'function createRouter(' },
    handler(code) {
      const program = this.parse(code)
      // The optimizer of the development server runs plugins without an environment.
      const isForVisitors = this.environment?.mode === 'build'
      return { code: leaveOutUnused(code, program, isForVisitors ? messagesOf(program) : []), map: null }
    },
  },
})

export function leaveOutUnused(code: string, program: unknown, messages: Span[] = []) {
  const bodies = bodiesOf(program, new Set(unused))
  if (bodies.length !== unused.length)
    throw new Error(
      'React Router has changed: check the list of its unused functions in vite-lean-router.ts.',
    )
  const isInside = (span: Span) => bodies.some(({ start, end }) => start <= span.start && span.end <= end)
  const changes = [
    ...bodies.map((span) => ({ ...span, text: '{ isLeftOut() }' })),
    ...messages.filter((span) => !isInside(span)).map((span) => ({ ...span, text: "'React Router'" })),
  ]
  let lean = code
  for (const { start, end, text } of changes.toSorted((a, b) => b.start - a.start))
    lean = lean.slice(0, start) + text + lean.slice(end)
  return `${lean
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/= (React\w*\.(?:forwardRef|memo|createContext))\(/g, '= /* @__PURE__ */ $1(')}
function isLeftOut() { throw new Error('The shop leaves this part of React Router out: see scripts/vite-lean-router.ts') }`
}

/** What its checks would say to developers, of which a development server still has every word. */
export function messagesOf(node: unknown): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: given } = node as Node
  const isCheck = type === 'CallExpression' && /^invariant\d*$/.test(callee?.name ?? '')
  if (isCheck && given?.[1]) return [given[1], ...messagesOf(given[0])]
  return Object.values(node).flatMap(messagesOf)
}

type Span = { start: number; end: number }
type Node = Span & {
  type: string
  id?: { name: string } | null
  body?: unknown
  callee?: { name?: string }
  arguments?: Span[]
}

/** In the order in which they stand. */
function bodiesOf(node: unknown, names: Set<string>): Span[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, id, body } = node as Node
  if (type === 'FunctionDeclaration' && id && names.has(id.name)) return [body as Span]
  return Object.values(node).flatMap((part) => bodiesOf(part, names))
}
