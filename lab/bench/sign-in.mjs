import { request } from 'node:http'

/**
 * By the routes that every program takes: session, identity token, access token.
 * @param {string} url @param {{ email: string, password: string }} account
 */
export async function signIn(url, { email, password }) {
  const session = await fetchJson(url, 'POST', '/identity/sign-in/email', { email, password })
  const identity = await fetchJson(url, 'GET', '/identity/token', undefined, session.token)
  const { token } = await fetchJson(url, 'PUT', `/api/user/${email}`, { email }, identity.token)
  return { email, authorization: `Bearer ${token}` }
}

export const customer = { email: 'customer@carparts.example', password: 'Customer1234' }
export const admin = { email: 'admin@carparts.example', password: 'Admin1234' }

/**
 * Not by fetch, which says of itself that it is a browser and is then asked for its page.
 * @param {string} url @param {string} method @param {string} path @param {unknown} [body] @param {string} [token]
 * @returns {Promise<any>}
 */
export function fetchJson(url, method, path, body, token) {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: token.startsWith('Bearer ') ? token : `Bearer ${token}` }),
  }
  return new Promise((done, fail) => {
    request(`${url}${path}`, { method, headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      if (answer.statusCode === 200) done(JSON.parse(text))
      else fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
    })
      .on('error', fail)
      .end(body === undefined ? undefined : JSON.stringify(body))
  })
}
