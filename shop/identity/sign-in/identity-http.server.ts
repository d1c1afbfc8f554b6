import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Counters } from '~/platform/db/counters.server.ts'
import { normalEmail } from '~/platform/email.ts'
import type { App } from '~/platform/http/app.server.ts'
import { TooManyRequests } from '~/platform/http/limits/rate-limit.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { refuseMethodsBut } from '~/platform/http/register.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { Code, LogIn, RecoveryCode, VerifyEmail } from '../contract.ts'
import { smsFailureOf } from '../second-factor/sms-failures.server.ts'
import type { DeviceCookies } from '../session/device-cookie.server.ts'
import { identityUrls } from '../urls.ts'
import { createAttempts } from './attempts.server.ts'
import type { Auth } from './auth.server.ts'
import { addressHeader, identityPath } from './auth.server.ts'
import { createPasswordThrottle } from './password-throttle.server.ts'
import { explained } from './provider-problems.ts'

type Door = {
  method: 'GET' | 'POST'
  path: string
  who: Policy['who']
  perMinute: number
  body?: z.ZodType
  /** What the provider is told instead of what the browser sent. */
  told?: object
}

/** These doors of better-auth are open; every other path of it answers 404, whatever a later version adds. */
const doors: Door[] = [
  { method: 'POST', path: '/sign-in/email', who: 'everyone', perMinute: 60, body: LogIn },
  {
    method: 'POST',
    path: '/sign-in/social',
    who: 'everyone',
    perMinute: 60,
    body: z.object({ provider: z.literal('google') }),
    // Nobody chooses where Google leads back to.
    told: {
      provider: 'google',
      callbackURL: identityUrls.provider.popupDone(),
      errorCallbackURL: identityUrls.provider.popupDone(),
      disableRedirect: true,
    },
  },
  { method: 'GET', path: '/callback/google', who: 'everyone', perMinute: 60 },
  { method: 'POST', path: '/verify-email', who: 'everyone', perMinute: 30, body: VerifyEmail },
  { method: 'POST', path: '/two-factor/send-otp', who: 'identity-session', perMinute: 10 },
  {
    method: 'POST',
    path: '/two-factor/verify-otp',
    who: 'identity-session',
    perMinute: 30,
    body: z.object({ code: Code }),
  },
  { method: 'GET', path: '/second-factor/methods', who: 'identity-session', perMinute: 60 },
  {
    method: 'POST',
    path: '/second-factor/app',
    who: 'identity-session',
    perMinute: 30,
    body: z.object({ code: Code }),
  },
  {
    method: 'POST',
    path: '/second-factor/recovery',
    who: 'identity-session',
    perMinute: 30,
    body: z.object({ code: RecoveryCode }),
  },
  { method: 'POST', path: '/sign-out', who: 'identity-session', perMinute: 120 },
  { method: 'GET', path: '/token', who: 'identity-session', perMinute: 300 },
]

const mostAtOneLink = 10

const passedOn = ['authorization', 'cookie', 'host', 'origin', 'referer', 'user-agent']
const fetchMarks = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/** Every browser names the site. Programs may send the other marks without it, and are not asked for an origin. */
const isFromBrowser = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] !== undefined

type Parts = { auth: Auth; config: Config; counters: Counters; devices: DeviceCookies }

export function serveIdentity(app: App, { auth, config, counters, devices }: Parts) {
  const guesses = createPasswordThrottle(counters)
  const atLink = createAttempts(counters, 'password of link', mostAtOneLink)

  /** The account whose password is tried, from where, and whether the owner was on this device before. */
  const guessIn = ({ body, ip, headers: { cookie } }: FastifyRequest) => {
    const { email: account } = body as z.infer<typeof LogIn>
    return { account, address: ip, device: devices.idFor(cookie, account) }
  }
  async function slowDownAtLink({ token, password }: z.infer<typeof VerifyEmail>) {
    const waitSeconds = password === undefined ? 0 : await atLink.begin(token)
    if (waitSeconds) throw new TooManyRequests(waitSeconds)
  }

  for (const { method, path, who, perMinute, body, told } of doors) {
    const url = identityPath + path
    app.route({
      method,
      url,
      schema: { hide: true, ...(body && { body }) },
      config: { policy: { who, takes: body ? 'json' : 'nothing', perMinute } },
      handler: async (request, reply) => {
        const guess = path === '/sign-in/email' ? guessIn(request) : undefined
        if (guess) await guesses.begin(guess)
        if (path === '/verify-email') await slowDownAtLink(request.body as z.infer<typeof VerifyEmail>)
        const asked = asFetchRequest(request, config, told)
        const answer = await auth.handler(asked)
        const smsFailure = smsFailureOf(asked)
        if (smsFailure) throw smsFailure
        if (guess && answer.ok) await guesses.succeed(guess)
        if (path === '/token' && answer.ok) await rememberDevice(request, reply, answer.clone())
        return send(answer, reply)
      },
    })
    refuseMethodsBut(app, url, [method])
  }

  const options = { schema: { hide: true }, config: { policy: open } }
  app.get(identityUrls.provider.popupDone(), options, async (_request, reply) =>
    // Any other opener policy would cut this window off from the page that opened it.
    reply
      .headers({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' })
      .type('text/html; charset=utf-8')
      .send(popupDonePage),
  )

  /** By whichever way somebody signed in, a browser then asks for the token. */
  async function rememberDevice(request: FastifyRequest, reply: FastifyReply, answer: Response) {
    const { authorization, cookie } = request.headers
    if (authorization) return
    const { token } = (await answer.json()) as { token: string }
    const header = devices.remember(cookie, normalEmail(String(decodeJwt(token).email)))
    if (header) reply.header('set-cookie', header)
  }
}

/** Only what the provider needs of a request crosses over; the address is the connection's own. */
function asFetchRequest(request: FastifyRequest, config: Config, told?: object) {
  const headers = new Headers({ [addressHeader]: request.ip })
  for (const name of isFromBrowser(request) ? [...passedOn, ...fetchMarks] : passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  const body = request.method === 'POST' ? JSON.stringify(told ?? request.body ?? {}) : null
  return new Request(new URL(request.raw.url!, config.publicUrl), { method: request.method, headers, body })
}

async function send(answer: Response, reply: FastifyReply) {
  const text = await answer.text()
  reply.header('cache-control', 'no-store')
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  // It has logged why; mostly its database was out of reach for a moment.
  if (answer.status >= 500)
    throw new Refusal(503, 'unavailable', 'Sign-in is not available at the moment. Please try again.')
  if (answer.status >= 400) {
    const { code } = z
      .object({ code: z.string().optional() })
      .catch({})
      .parse(text.startsWith('{') ? JSON.parse(text) : {})
    throw new Refusal(answer.status, (code ?? 'refused').toLowerCase(), explained(code))
  }
  const location = answer.headers.get('location')
  if (location && answer.status >= 300) return reply.redirect(location, answer.status)
  return reply.code(answer.status).type('application/json; charset=utf-8').send(text)
}

/** Where the popup of Google ends: its script tells the page that opened it, and closes the window. */
const popupDonePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Login - Car Parts</title>
<p>You can close this window.</p><script src="/popup-done.js"></script></html>`
