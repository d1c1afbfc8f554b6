import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const project = 'car-parts-test'
export const issuer = `https://securetoken.google.com/${project}`

type Account = {
  localId: string
  email: string
  password?: string
  displayName: string
  emailVerified: boolean
}

/** Those answers of Firebase's identity service that its library asks for, signed with keys of its own. */
export async function aFirebase() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const accounts: Account[] = []
  const mails: { type: string; email: string }[] = []
  const byEmail = (email: string) => accounts.find((account) => account.email === email)

  const idToken = ({ localId, email, displayName, emailVerified }: Account) =>
    new SignJWT({ email, name: displayName, email_verified: emailVerified, user_id: localId })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in' })
      .setIssuer(issuer)
      .setAudience(project)
      .setSubject(localId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  const signedIn = async (account: Account) => ({
    ...account,
    idToken: await idToken(account),
    refreshToken: account.localId,
    expiresIn: '3600',
    registered: true,
  })
  const add = (account: Omit<Account, 'localId'>) => {
    accounts.push({ localId: `person-${accounts.length}`, ...account })
    return accounts.at(-1)!
  }
  const ofToken = (token: string) => {
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    return accounts.find(({ localId }) => localId === sub)!
  }

  const endpoints: Record<string, (asked: Record<string, string>) => unknown> = {
    'accounts:signUp': ({ email = '', password = '' }) => {
      if (byEmail(email)) throw new Error('EMAIL_EXISTS')
      return signedIn(add({ email, password, displayName: '', emailVerified: false }))
    },
    'accounts:signInWithPassword': ({ email = '', password }) => {
      const account = byEmail(email)
      if (!account || account.password !== password) throw new Error('INVALID_LOGIN_CREDENTIALS')
      return signedIn(account)
    },
    // What comes back from Google's window: here, simply the address of the chosen person.
    'accounts:signInWithIdp': ({ requestUri = '' }) => {
      const email = new URL(requestUri).searchParams.get('chosen')!
      return signedIn(byEmail(email) ?? add({ email, displayName: 'Grace Hopper', emailVerified: true }))
    },
    'accounts:lookup': ({ idToken = '' }) => ({ users: [ofToken(idToken)] }),
    'accounts:update': ({ idToken = '', displayName = '' }) =>
      signedIn(Object.assign(ofToken(idToken), { displayName })),
    'accounts:sendOobCode': ({ requestType = '', email, idToken }) => {
      const to = email ?? ofToken(idToken!).email
      if (!byEmail(to)) throw new Error('EMAIL_NOT_FOUND')
      mails.push({ type: requestType, email: to })
      return { email: to }
    },
    token: async ({ refresh_token = '' }) => ({
      id_token: await idToken(accounts.find(({ localId }) => localId === refresh_token)!),
      refresh_token,
      expires_in: '3600',
      token_type: 'Bearer',
    }),
  }

  async function answer(request: IncomingMessage) {
    const { pathname } = new URL(request.url!, 'http://firebase')
    if (pathname === '/jwks')
      return { keys: [{ ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' }] }
    const name = pathname.split('/').at(-1)!
    const sent = await text(request)
    const asked = sent.startsWith('{') ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))
    if (!endpoints[name]) throw new Error(`NO_SUCH_ENDPOINT ${name}`)
    return endpoints[name](asked)
  }

  const server = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end()
    const path = request.url!.split('?', 1)[0]!
    const page = pages[path]
    if (page) return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    try {
      const body = await answer(request)
      response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      const { message } = error as Error
      const body = JSON.stringify({ error: { code: 400, message, errors: [{ message }] } })
      response.writeHead(400, { ...cors, 'content-type': 'application/json' }).end(body)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    mails,
    /** Somebody opens the link of the mail that proves the address. */
    verify: (email: string) => void Object.assign(byEmail(email)!, { emailVerified: true }),
    settings: {
      FIREBASE_API_KEY: 'a-key-of-nobody',
      FIREBASE_EMULATOR_URL: url,
      IDENTITY_ISSUER: issuer,
      IDENTITY_AUDIENCE: project,
      IDENTITY_JWKS_URL: `${url}/jwks`,
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Google's window, and the hidden frame in the shop's page that the window tells its outcome to. */
const pages: Record<string, string> = {
  '/emulator/auth/handler': `<!doctype html><title>Google</title><button>Grace Hopper</button><script>
    document.querySelector('button').onclick = () => {
      const asked = new URLSearchParams(location.search)
      const urlResponse = location.href + '&chosen=grace.hopper@google.example'
      const authEvent = { type: asked.get('authType'), eventId: asked.get('eventId'), urlResponse,
        sessionId: 's', postBody: null, tenantId: null, error: null }
      new BroadcastChannel('firebase').postMessage(authEvent)
    }
  </script>`,
  '/emulator/auth/iframe': `<!doctype html><title>Frame</title><script>
    new BroadcastChannel('firebase').onmessage = ({ data }) => parent.postMessage({ authEvent: data }, '*')
    parent.postMessage({ ready: true }, '*')
  </script>`,
}

/** As much of Google's own script as Firebase's library calls: it opens the hidden frame and hears it. */
export const googleScript = `
  const iframes = {
    Iframe: class {},
    CROSS_ORIGIN_IFRAMES_FILTER: () => true,
    getContext: () => ({
      open({ url, where }, opened) {
        const frame = document.createElement('iframe')
        frame.hidden = true
        const heard = {}
        let isReady
        const ready = new Promise((done) => { isReady = done })
        addEventListener('message', ({ data, source }) => {
          if (source !== frame.contentWindow) return
          if (data.ready) isReady()
          else heard.authEvent(data)
        })
        frame.src = url
        where.append(frame)
        return opened({
          restyle: async () => {},
          ping: () => ready,
          register: (name, act) => { heard[name] = act },
          send: (_name, _message, answer) => {
            // The library throws after it has taken the answer.
            try { answer([{ webStorageSupport: true }]) } catch {}
          },
        })
      },
    }),
  }
  window.gapi = { iframes, load: (_name, { callback }) => callback() }
  const onload = new URL(document.currentScript.src).searchParams.get('onload')
  window[onload]()
`
