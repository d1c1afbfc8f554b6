import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type { App } from '~/platform/http/app.server.ts'
import type { Policy } from '~/platform/http/policy.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { Refusal } from '~/platform/refusal.ts'

export const standInPath = '/stand-in/google'
const codeLasts = '60s'

type Options = {
  client: { clientId: string; clientSecret: string }
  /** What a browser reaches this server by. */
  publicOrigin: () => string
  /** What this server reaches itself by. */
  ownOrigin: () => string
  /** Paths that a code may be sent to, at whatever name this server is visited. */
  redirectPath: string
  secret: string
}

/**
 * A small OpenID provider in place of Google: discovery, chooser, consent, PKCE, one signed token. A code is a signed
 * token, so that any server of the shop can redeem it.
 */
export async function serveGoogleStandIn(app: App, options: Options) {
  const { client, publicOrigin, ownOrigin, redirectPath } = options
  // An elliptic key: an RSA key would take a noticeable part of every start to make.
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const key = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'ES256', use: 'sig' }
  const codeKey = createHash('sha256').update(`google stand-in ${options.secret}`).digest()
  const issuer = () => publicOrigin() + standInPath
  const hidden = { schema: { hide: true }, config: { policy: open } }

  app.get(`${standInPath}/.well-known/openid-configuration`, hidden, async () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${ownOrigin()}${standInPath}/token`,
    jwks_uri: `${ownOrigin()}${standInPath}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  }))
  app.get(`${standInPath}/jwks`, hidden, async () => ({ keys: [key] }))

  app.get(`${standInPath}/authorize`, hidden, async (request, reply) => {
    const query = queryOf(request.raw.url!)
    return html(reply, isAllowed(query) ? chooserPage({ accounts, query }) : problemPage(unknownClient))
  })
  app.get(`${standInPath}/consent`, hidden, async (request, reply) => {
    const query = queryOf(request.raw.url!)
    const account = accountOf(query)
    const fits = isAllowed(query) && account
    return html(reply, fits ? consentPage({ account, query }) : problemPage(unknownClient))
  })
  app.get(`${standInPath}/decide`, hidden, async (request, reply) => {
    const query = queryOf(request.raw.url!)
    if (!isAllowed(query)) return html(reply, problemPage(unknownClient))
    const account = query.get('agreed') === 'yes' ? accountOf(query) : undefined
    const back = new URL(query.get('redirect_uri')!)
    back.searchParams.set('state', query.get('state') ?? '')
    if (account) back.searchParams.set('code', await codeFor(account.sub, query))
    else back.searchParams.set('error', 'access_denied')
    return reply.redirect(back.href, 302)
  })

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const policy: Policy = { access: 'everyone', takes: 'form' }
    scope.post(`${standInPath}/token`, { ...hidden, config: { policy } }, async (request) => {
      const form = request.body as URLSearchParams
      const note = await redeemed(form.get('code') ?? '')
      const account = accounts.find(({ sub }) => sub === note?.sub)
      const rightClient =
        form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const rightPlace = note?.challenge === challenge && note?.redirect === form.get('redirect_uri')
      if (!account || !rightClient || !rightPlace) throw new Refusal(400, 'invalid_grant', 'invalid_grant')
      const idToken = await new SignJWT({ ...account, email_verified: true, nonce: note?.nonce })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setIssuer(issuer())
        .setAudience(client.clientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      return { token_type: 'Bearer', access_token: 'stand-in', expires_in: 300, id_token: idToken }
    })
  })

  function isAllowed(query: URLSearchParams) {
    const address = query.get('redirect_uri') ?? ''
    const back = URL.canParse(address) ? new URL(address) : undefined
    const names = [new URL(publicOrigin()).hostname, 'localhost', '127.0.0.1']
    return (
      query.get('client_id') === client.clientId &&
      query.get('response_type') === 'code' &&
      back?.pathname === redirectPath &&
      names.includes(back.hostname)
    )
  }
  const codeFor = (sub: string, query: URLSearchParams) =>
    new SignJWT({
      challenge: query.get('code_challenge'),
      nonce: query.get('nonce'),
      redirect: query.get('redirect_uri'),
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(sub)
      .setExpirationTime(codeLasts)
      .sign(codeKey)
  async function redeemed(code: string) {
    try {
      return (await jwtVerify(code, codeKey, { algorithms: ['HS256'] })).payload
    } catch {
      return undefined
    }
  }
}

const unknownClient = 'It did not come from the shop.'
const queryOf = (url: string) => new URL(url, 'http://stand-in').searchParams
const accountOf = (query: URLSearchParams) => accounts.find(({ sub }) => sub === query.get('account'))

function html(reply: FastifyReply, page: string) {
  return reply
    .headers({
      'cache-control': 'no-store',
      // A popup at another name of this machine must keep its opener, as the real one does.
      'cross-origin-opener-policy': 'unsafe-none',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

type Shown = { accounts: Account[]; query: URLSearchParams }

const chooserPage = ({ accounts, query }: Shown) =>
  page(
    'Choose an account',
    `<p>to continue to Car Parts</p><ul>${accounts
      .map(
        ({ sub, name, email }) =>
          `<li><a href="consent?${withAccount(query, sub)}"><b>${name}</b><span>${email}</span></a></li>`,
      )
      .join('')}</ul><p><a href="decide?${escaped(query)}" class="quiet">Cancel</a></p>`,
  )

const consentPage = ({ account, query }: { account: Account; query: URLSearchParams }) =>
  page(
    'Car Parts wants to know who you are',
    `<p>If you continue, the shop learns your name, <b>${account.name}</b>, and your email address,
    <b>${account.email}</b>.</p>
    <p class="row"><a href="decide?${withoutAccount(query)}" class="quiet">Cancel</a>
    <a href="decide?${escaped(query)}&amp;agreed=yes" class="main">Continue</a></p>`,
  )

const problemPage = (problem: string) => page('This request cannot be answered', `<p>${problem}</p>`)

const withAccount = (query: URLSearchParams, sub: string) => `${escaped(query)}&amp;account=${sub}`
function withoutAccount(query: URLSearchParams) {
  const rest = new URLSearchParams(query)
  rest.delete('account')
  return escaped(rest)
}
const escaped = (query: URLSearchParams) => String(query).replaceAll('&', '&amp;')

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Stand-in for Google</title>
<link rel="stylesheet" href="/stand-in-google.css"></head><body><main>
<p class="note">Stand-in for Google. The people here are invented.</p><h1>${title}</h1>${body}</main></body></html>`

type Account = { sub: string; name: string; email: string }

/** Invented people only: nobody can sign in as somebody who exists. */
const accounts: Account[] = [
  { sub: '1001', name: 'Grace Hopper', email: 'grace.hopper@google.example' },
  { sub: '1002', name: 'Alan Turing', email: 'alan.turing@google.example' },
  { sub: '1003', name: 'Hedy Lamarr', email: 'hedy.lamarr@google.example' },
]
