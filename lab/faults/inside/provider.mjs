import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const real = https.request
const port = Number(process.env.FALSE_PROVIDER_PORT)

/** Loaded into a server: sends its requests for the payment provider to a false one on this machine. */
https.request = /** @type {typeof https.request} */ (
  (/** @type {any} */ given, /** @type {any} */ ...rest) => {
    if (given?.host !== 'api.stripe.com' && given?.hostname !== 'api.stripe.com') return real(given, ...rest)
    const { agent: _, ...options } = given
    return http.request(
      { ...options, host: '127.0.0.1', hostname: '127.0.0.1', port, protocol: 'http:' },
      ...rest,
    )
  }
)
syncBuiltinESMExports()
