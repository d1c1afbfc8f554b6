import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { RouteContract } from '~/platform/client/route.ts'
import type { Counters } from '~/platform/db/counters.server.ts'
import { normalEmail } from '~/platform/email.ts'
import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuseMethodsBut } from '~/platform/http/register.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { escapeHtml } from '~/platform/text.ts'
import { providerRoutes } from '~/shop/account-routes.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Auth } from '../auth.server.ts'
import { addressHeader, authCall, failureOf } from '../auth.server.ts'
import { linkExpired } from '../rules.ts'
import type { DeviceCookies } from '../session/device-cookie.server.ts'
import { identityUrls } from '../urls.ts'
import { createAttempts, createPasswordThrottle } from './attempts.server.ts'
import type { LogIn, ProviderContract, VerifyEmail } from './contract.ts'
import { codeRefusals, providerContract, refuse } from './contract.ts'

type ProviderEndpoint = {
  access: Policy['access']
  perMinute: number
  /** Sent to the provider instead of the client's body. */
  forwardedBody?: object
}

/** The only routes of better-auth that are open: every other one answers 404, whatever a later version adds. */
const providerEndpoints: Record<keyof ProviderContract, ProviderEndpoint> = {
  logIn: { access: 'everyone', perMinute: 60 },
  beginGoogle: {
    access: 'everyone',
    perMinute: 60,
    // No client chooses where Google redirects to.
    forwardedBody: {
      provider: 'google',
      callbackURL: identityUrls.popupDone(),
      errorCallbackURL: identityUrls.popupDone(),
      disableRedirect: true,
    },
  },
  returnFromGoogle: { access: 'everyone', perMinute: 60 },
  verifyEmail: { access: 'everyone', perMinute: 30 },
  sendCode: { access: 'identity-session', perMinute: 10 },
  checkCode: { access: 'identity-session', perMinute: 30 },
  listSecondFactorMethods: { access: 'identity-session', perMinute: 60 },
  checkAppCode: { access: 'identity-session', perMinute: 30 },
  checkRecoveryCode: { access: 'identity-session', perMinute: 30 },
  logOut: { access: 'identity-session', perMinute: 120 },
  getIdentityToken: { access: 'identity-session', perMinute: 300 },
}

const mostAttemptsPerLink = 10

const forwardedHeaders = ['authorization', 'cookie', 'host', 'origin', 'referer', 'user-agent']
const fetchMetadata = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/** Every browser sends the site. Programs may send the other two without it, and need no origin. */
const isFromBrowser = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] !== undefined

type Dependencies = {
  auth: Auth
  config: Config
  counters: Counters
  devices: DeviceCookies
  shopName: () => string
}

export function serveIdentity(app: App, { auth, config, counters, devices, shopName }: Dependencies) {
  const passwordThrottle = createPasswordThrottle(counters, config.workers)
  const linkAttempts = createAttempts(counters, 'password of link', mostAttemptsPerLink)

  /** Which password is tried from where, and whether the account was signed in on this device before. */
  const passwordAttempt = ({ body, ip, headers: { cookie } }: FastifyRequest) => {
    const { email: account } = body as z.infer<typeof LogIn>
    return { account, address: ip, device: devices.idFor(cookie, account) }
  }
  async function countLinkAttempt({ token, password }: z.infer<typeof VerifyEmail>) {
    if (password !== undefined) await linkAttempts.beginOrRefuse(token)
  }

  for (const name of Object.keys(providerRoutes) as (keyof ProviderContract)[]) {
    const { method, path } = providerRoutes[name]
    const { body }: RouteContract = providerContract[name]
    const { access, perMinute, forwardedBody } = providerEndpoints[name]
    app.route({
      method,
      url: path,
      schema: { hide: true, ...(body && { body }) },
      config: { policy: { access, takes: body ? 'json' : 'nothing', perMinute } },
      handler: async (request, reply) => {
        const attempt = name === 'logIn' ? passwordAttempt(request) : undefined
        if (attempt) await passwordThrottle.begin(attempt)
        if (name === 'verifyEmail') await countLinkAttempt(request.body as z.infer<typeof VerifyEmail>)
        const forwarded = asFetchRequest(request, config, forwardedBody)
        const answer = await authCall(() => auth.handler(forwarded))
        const failure = failureOf(forwarded)
        if (failure) throw failure
        if (attempt && answer.ok) await passwordThrottle.succeed(attempt)
        if (name === 'getIdentityToken' && answer.ok) await rememberDevice(request, reply, answer.clone())
        return send(answer, reply)
      },
    })
    refuseMethodsBut(app, path, [method])
  }

  const options = { schema: { hide: true }, config: { policy: open } }
  app.get(identityUrls.popupDone(), options, async (_request, reply) =>
    // Any other opener policy would cut this window off from the page that opened it.
    reply
      .headers({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' })
      .type('text/html; charset=utf-8')
      .send(popupDonePage(shopName())),
  )

  /** Every browser asks for the token after signing in, by password, Google or code. */
  async function rememberDevice(request: FastifyRequest, reply: FastifyReply, answer: Response) {
    const { authorization, cookie } = request.headers
    if (authorization) return
    const { token } = (await answer.json()) as { token: string }
    const header = devices.remember(cookie, normalEmail(String(decodeJwt(token).email)))
    if (header) reply.header('set-cookie', header)
  }
}

/** Forwards only what the provider needs; the client's address is the connection's own. */
function asFetchRequest(request: FastifyRequest, config: Config, forwardedBody?: object) {
  const headers = new Headers({ [addressHeader]: request.ip })
  for (const name of forwardedFrom(request, config)) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  const body = request.method === 'POST' ? JSON.stringify(forwardedBody ?? request.body ?? {}) : null
  return new Request(new URL(request.raw.url!, config.publicUrl), { method: request.method, headers, body })
}

/** A page of another site that may call has no cookies here: its calls are those of a program. */
function forwardedFrom(request: FastifyRequest, { siteOrigins }: Config) {
  if (siteOrigins.includes(request.headers.origin ?? '')) return ['authorization', 'host', 'user-agent']
  return isFromBrowser(request) ? [...forwardedHeaders, ...fetchMetadata] : forwardedHeaders
}

async function send(answer: Response, reply: FastifyReply) {
  const text = await answer.text()
  reply.header('cache-control', 'no-store')
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  // The provider has logged why: mostly its database was unreachable for a moment.
  if (answer.status >= 500) throw refuse('unavailable')
  if (answer.status >= 400) {
    const { code } = z
      .object({ code: z.string().optional() })
      .catch({})
      .parse(text.startsWith('{') ? JSON.parse(text) : {})
    throw new Refusal(answer.status, (code ?? 'refused').toLowerCase(), messageFor(code))
  }
  const location = answer.headers.get('location')
  if (location && answer.status >= 300) return reply.redirect(location, answer.status)
  return reply.code(answer.status).type('application/json; charset=utf-8').send(text)
}

/** Messages for better-auth's error codes. None of them tells whether an address has an account. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD:
    'Wrong email or password. If you have just registered, first open the link that we mailed you.',
  INVALID_EMAIL: 'Email is not a valid email address',
  INVALID_TOKEN: linkExpired,
  PASSWORD_NEEDED: 'Please type the password that you chose when you registered.',
  WRONG_REGISTRATION_PASSWORD: 'That is not the password typed at registration.',
  INVALID_CODE: codeRefusals.wrong_sent_code[1],
  WRONG_SECOND_FACTOR: codeRefusals.wrong_app_or_recovery_code[1],
  OTP_NOT_CONFIGURED: codeRefusals.no_sms[1],
  OTP_HAS_EXPIRED: codeRefusals.code_too_old[1],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please ask for a new one.',
  ACCOUNT_TEMPORARILY_LOCKED: codeRefusals.codes_locked[1],
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Please log in again.',
  DEMO_ACCOUNT: 'This account belongs to the demo, which is over in this shop.',
  INVALID_ORIGIN: 'This page is not allowed to log in here.',
  MISSING_OR_NULL_ORIGIN: 'This page is not allowed to log in here.',
  PROVIDER_NOT_FOUND: 'Login with Google is not available here.',
}

const messageFor = (code: string | undefined) =>
  messages[code ?? ''] ?? 'The login did not work. Please try again.'

/** The last page of the Google popup: its script posts the result to the page that opened it, and closes the window. */
const popupDonePage = (
  shopName: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Login - ${escapeHtml(shopName)}</title>
<p>You can close this window.</p><script src="/popup-done.js"></script></html>`
