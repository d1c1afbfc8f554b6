import type { IncomingMessage, ServerResponse } from 'node:http'

type Options = {
  /** As browsers name them in the header Origin. */
  origins: readonly string[]
  /** What these are sent, and what they send, as JSON: addresses are whole on their side and paths on ours. */
  toSite(json: string): string
  fromSite(json: string): string
}
export type CrossOrigin = ReturnType<typeof allowCrossOrigin>

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
  vary: 'origin',
}
const readableHeaders =
  'x-total-count, x-from, x-previous-from, x-next-from, retry-after, content-disposition'

/** Lets pages of some other sites call this server by a token that they send themselves, and never by a cookie. */
export function allowCrossOrigin({ origins, toSite, fromSite }: Options) {
  const isSite = ({ headers: { origin } }: IncomingMessage) =>
    origin !== undefined && origins.includes(origin)
  return {
    isSite,
    toSite,
    fromSite,
    /** Before anything else looks at the request; true when it was only a question and has its answer. */
    admit(request: IncomingMessage, response: ServerResponse) {
      if (!isSite(request)) return false
      delete request.headers.cookie
      response.setHeader('access-control-allow-origin', request.headers.origin!)
      response.setHeader('access-control-expose-headers', readableHeaders)
      if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false
      response.writeHead(204, preflightHeaders).end()
      return true
    },
  }
}
