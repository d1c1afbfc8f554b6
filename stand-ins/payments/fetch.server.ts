import type { Database } from '~/platform/db/database.server.ts'
import type { Call, Reply } from './call.server.ts'
import type { Fault, FaultPlan } from './fault-plan.ts'
import { readForm } from './form.ts'
import { failOnce, handle } from './handle.server.ts'
import type { Keys } from './keys.server.ts'
import { randomText } from './objects.server.ts'

export type StandInContext = { database: Database; keys: Keys; faults: FaultPlan; onChange: () => void }

/** The shop's server reaches the stand-in in process: a `fetch` for the SDK without a network. */
export const standInFetch = (ctx: StandInContext) =>
  async function fetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const call = callFrom(new URL(String(address)), init)
    // As over a network: a client that gives up does not stop what the server does.
    return Promise.race([send(ctx, call), rejectOnAbort(init.signal)])
  }

async function send({ database, keys, faults, onChange }: StandInContext, call: Call) {
  const fault = faults.faultFor(`${call.method} ${call.path}`)
  if (fault === 'hangs-before') return never
  if (fault === 'breaks-before') throw broken()
  const foreign = foreignResponse(fault)
  if (foreign) return foreign
  const reply = fault === 'error' ? await failOnce(database, call) : await handle(database, keys, call)
  onChange()
  if (fault === 'hangs-after') return never
  if (fault === 'breaks-after') throw broken()
  return toResponse(reply)
}

function callFrom(url: URL, init: RequestInit): Call {
  const headers = new Headers(init.headers)
  const text = typeof init.body === 'string' ? init.body : ''
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: readForm(url.search.slice(1)),
    form: readForm(text),
    text,
    authorization: headers.get('authorization') ?? '',
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
  }
}

const toResponse = (reply: Reply) =>
  new Response(JSON.stringify(reply.body), { status: reply.status, headers: headersOf(reply) })

export const headersOf = ({ status, replayed }: Reply): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': `req_${randomText(14)}`,
  ...(replayed && { 'idempotent-replayed': 'true' }),
  // With the same key the response would be the same.
  ...(status === 500 && { 'stripe-should-retry': 'false' }),
})

/** Responses that do not come from the provider's own logic. */
function foreignResponse(fault: Fault | undefined) {
  const refused = (status: number, type: string) =>
    toResponse({ status, body: { error: { type, message: 'Expired API Key provided: sk_test_***1234' } } })
  if (fault === 'overload') return refused(503, 'api_error')
  if (fault === 'unauthorized') return refused(401, 'invalid_request_error')
  if (fault === 'forbidden') return refused(403, 'invalid_request_error')
  if (fault === 'refusal') return refused(400, 'invalid_request_error')
  if (fault === 'unknown-error') return refused(418, 'teapot_error')
  return fault === 'html' ? new Response('<html>Sign in to the hotel</html>') : undefined
}

const broken = () => Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })

const never = new Promise<never>(() => {})

const rejectOnAbort = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
