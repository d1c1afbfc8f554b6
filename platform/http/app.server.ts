import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { countersInMemory } from '~/platform/db/counters.server.ts'
import type { IdleTimes } from '~/platform/http/limits/connections.server.ts'
import { watchConnections } from '~/platform/http/limits/connections.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { ProblemBody } from '~/platform/refusal.ts'
import { Refusal, refuseRequest } from '~/platform/refusal.ts'
import { seconds } from '~/platform/time.ts'
import { isAway, isBusy } from '../db/errors.server.ts'
import type { CrossOrigin } from './cross-origin.server.ts'
import { requireWholeText } from './input/body.server.ts'
import type { BodyTimes } from './limits/body-time.server.ts'
import { defaultBodyTimes, endUnreadBody, watchBody } from './limits/body-time.server.ts'
import { forwardedAddress } from './limits/caller.server.ts'
import { limitConnections } from './limits/connections.server.ts'
import type { LoadLimits } from './limits/load-shedding.server.ts'
import { defaultLoadLimits, shedLoad } from './limits/load-shedding.server.ts'
import type { Limit } from './limits/rate-limit.server.ts'
import { createRateLimit, TooManyRequests } from './limits/rate-limit.server.ts'
import { requirePolicies } from './policy.server.ts'

export type App = ReturnType<typeof createApp>
type HttpOptions = {
  log: Log
  headers: Record<string, string>
  trustProxy: boolean
  /** Looks at each request before the framework does; true when it has answered it. */
  front: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
  /** Called before anything else, whatever is asked for. */
  onArrival?: (() => void) | undefined
  bodyTimes?: BodyTimes
  idleTimes?: IdleTimes
  limit?: Limit
  loadLimits?: LoadLimits
  /** What people see when their address cannot be read; programs, which ask for no HTML, get JSON. */
  badAddressPage?: () => Promise<string>
  /** Hears of each answer that was not sent from memory. */
  onAnswered?: (answer: Answered) => void
  /** Pages of other sites that may call. */
  sites?: CrossOrigin | undefined
}

type Answered = { method: string; route: string; status: number; seconds: number }

const kibibytes = (count: number) => count * 1024
/** Room for fifty filters; Node itself reads 16 KiB of address and headers. */
const longestUrl = kibibytes(12)

declare module 'fastify' {
  interface FastifyInstance {
    /** See watchConnections. */
    drain(): Promise<void>
  }
}

/** Fastify with its unsafe defaults mended: nothing internal in answers, every wait bounded, headers on errors too. */
export function createApp(options: HttpOptions) {
  const {
    log,
    headers,
    trustProxy,
    front,
    bodyTimes = defaultBodyTimes,
    onArrival,
    limit = createRateLimit(countersInMemory()),
    loadLimits = defaultLoadLimits,
    badAddressPage,
    onAnswered,
    sites,
  } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // One: the proxy's own word about who called it. What stands before that in the header is the caller's invention.
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: kibibytes(64),
    // Fastify's 100 characters are too few for an email address in a path.
    routerOptions: { maxParamLength: longestUrl },
    forceCloseConnections: 'idle',
    serverFactory: (handle) =>
      createServer(
        {
          // Each request has a shorter limit of its own; this one holds even where that were forgotten.
          requestTimeout: bodyTimes.fileMs + seconds(5),
          headersTimeout: seconds(10),
          maxHeaderSize: kibibytes(16),
          connectionsCheckingInterval: seconds(5),
        },
        (request, response) => {
          onArrival?.()
          if (sites?.admit(request, response)) return
          // What is cached is for our own pages.
          const goOn = () => {
            if (trustProxy) readForwarded(request)
            handle(request, response)
          }
          const isAnswered = !sites?.isSite(request) && front(request, response)
          if (isAnswered instanceof Promise) void isAnswered.then((is) => is || goOn())
          else if (!isAnswered) goOn()
        },
      ),
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      // Without this cast the reply of a framework error has no body type to send.
      void answerBadAddress(request as FastifyRequest, reply as FastifyReply, refuseRequest('bad_request'))
    },
    clientErrorHandler: (error, socket) =>
      void answerBrokenRequest(error as Error, socket, headers, badAddressPage),
  })
  limitConnections(app.server, trustProxy)
  const connections = watchConnections(app.server, options.idleTimes)
  app.addHook('preClose', connections.close)
  app.decorate('drain', connections.drain)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  // Clients that name the type of every body do so for an empty one, too: that is no body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === ''
      ? done(null)
      : parseJson(request, sites?.isSite(request.raw) ? sites.fromSite(body) : body, done),
  )

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    endUnreadBody(request, reply, bodyTimes)
    if (request.raw.url!.length > longestUrl)
      void answerBadAddress(request, reply, refuseRequest('address_too_long'))
    // PostgreSQL refuses such text with an error, and SQLite takes it for the end of the text.
    else if (request.raw.url!.includes('%00'))
      void answerBadAddress(request, reply, refuseRequest('bad_request'))
    else done()
  })
  app.addHook('preParsing', (request, reply, _body, done) => {
    watchBody(request, bodyTimes, () => {
      // What was refused meanwhile has its answer; endUnreadBody cuts it.
      if (!reply.raw.headersSent) void answerBrokenRequest(tooSlow(), request.raw.socket, headers)
    })
    done()
  })
  shedLoad(app, loadLimits)
  requirePolicies(app, limit)
  app.addHook('preHandler', async ({ body }) => {
    if (!Buffer.isBuffer(body)) requireWholeText(body)
  })
  if (sites)
    app.addHook('onSend', async (request, reply, payload) => {
      if (!sites.isSite(request.raw)) return payload
      reply.removeHeader('set-cookie')
      const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
      return isJson && typeof payload === 'string' ? sites.toSite(payload) : payload
    })
  app.addHook('onResponse', (request, reply, done) => {
    // Views are too many to be worth a line each; what changed something or failed is.
    const level = reply.statusCode >= 500 ? 'error' : request.method === 'GET' ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) request.log[level](summary(request, reply), 'answered')
    onAnswered?.(answered(request, reply))
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = isBrokenOff(request.raw) ? refuseRequest('broken_off') : refusalFor(error as FastifyError)
    const { status } = refusal
    if (status >= 500 && !(error instanceof Refusal))
      request.log.error({ err: error, route: request.routeOptions.url }, 'failed')
    // A connection that is closed while its body still comes hides the answer from the caller, and a proxy makes a 502 of
    // it. The rest is read for a moment instead; see endUnreadBody.
    reply.removeHeader('connection')
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (status === 503) reply.header('retry-after', 1)
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds)
    return answerRefusal(request, reply, refusal)
  })
  return app

  async function answerBadAddress(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
    const page = request.headers.accept?.includes('text/html')
      ? await pageOrNothing(badAddressPage)
      : undefined
    if (!page) return answerRefusal(request, reply, refusal)
    reply.code(refusal.status).header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return reply.send(page)
  }
}

/** Everything behind this sees the caller's address alone, in one form. */
function readForwarded({ headers }: IncomingMessage) {
  const address = forwardedAddress(headers['x-forwarded-for'])
  if (address) headers['x-forwarded-for'] = address
  else delete headers['x-forwarded-for']
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { status, message, reason, fields, details } = refusal
  const body: ProblemBody = { ...details, message, reason, ...(fields && { fields }) }
  return reply.code(status).headers({ 'x-request-id': request.id, 'cache-control': 'no-store' }).send(body)
}

function refusalFor(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const problem of error.validation) {
      const name = problem.instancePath.split('/')[1] || 'body'
      fields[name] ??= problem.message ?? 'Not valid'
    }
    return new Refusal(422, 'invalid', Object.values(fields)[0]!, fields)
  }
  if (isBusy(error)) return refuseRequest('busy')
  if (isAway(error)) return refuseRequest('unavailable')
  const known = frameworkRefusals[error.code]
  if (known) return refuseRequest(known)
  // An error of a library that called another server does not choose the status of our response.
  const status = error.code?.startsWith('FST_') ? (error.statusCode ?? 500) : 500
  return status >= 400 && status < 500
    ? new Refusal(status, 'bad_request', STATUS_CODES[status] ?? 'Bad request')
    : refuseRequest('internal')
}

const frameworkRefusals: Record<string, 'malformed_json' | 'unsupported_type' | 'too_large'> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
}

/** Its sender has left, or was too slow: nobody reads the answer, and nothing of ours has failed. */
const isBrokenOff = (raw: IncomingMessage) => raw.destroyed && !raw.complete

const tooSlow = () => Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const answered = (request: FastifyRequest, reply: FastifyReply): Answered => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  seconds: reply.elapsedTime / 1000,
})

function summary(request: FastifyRequest, reply: FastifyReply) {
  const { seconds, ...rest } = answered(request, reply)
  return { ...rest, ms: Math.round(seconds * 10_000) / 10 }
}

/** Requests that Node could not even read: still an honest status and the security headers. */
async function answerBrokenRequest(
  error: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket,
  headers: Record<string, string>,
  badAddressPage?: HttpOptions['badAddressPage'],
) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const page =
    status === 431 && isLongPageAddress(error.rawPacket) ? await pageOrNothing(badAddressPage) : undefined
  const body = page ?? JSON.stringify({ message: STATUS_CODES[status], reason: 'bad_request' })
  const lines = Object.entries({
    ...headers,
    'content-type': `${page ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  // Nothing more is read: a sender that goes on does not keep the connection.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Where even that page fails, JSON is still an answer. */
const pageOrNothing = (page: HttpOptions['badAddressPage']) => page?.().catch(() => undefined)

/** The headers are not read yet, so whether HTML is wanted is unknown: the first line alone tells. */
const isLongPageAddress = (packet?: Buffer) =>
  /^GET \/(?!api\/)\S{8192}/.test(packet?.toString('latin1', 0, kibibytes(16)) ?? '')
