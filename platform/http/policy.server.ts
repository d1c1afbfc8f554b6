import type { App } from './app.server.ts'
import type { Access } from './endpoint.server.ts'
import type { Limit } from './limits/rate-limit.server.ts'
import { networkOf } from './limits/rate-limit.server.ts'

/** What stands beside every route: who may call it, what the request may carry, how often it may come. */
export type Policy = {
  /**
   * Beside those who show the shop's own token: a session of the identity provider, the signature of another
   * provider, one of its keys, or the token of METRICS_TOKEN. Nobody: an address that refuses the method.
   */
  access: Access | 'identity-session' | 'provider-signature' | 'provider-key' | 'operator-token' | 'nobody'
  /** Where that is not what follows from the access: whether another program may call it. */
  programs?: 'may' | 'never' | undefined
  takes: 'nothing' | 'json' | 'json-or-file' | 'form' | 'signed-json'
  /** For bodies larger than the usual. */
  mostBytes?: number | undefined
  /** At most so many calls a minute from one address. */
  perMinute?: number | undefined
  /** Served while the shop is full. */
  vital?: boolean | undefined
  /** A connection that is held open and waits: it counts as nobody at work. */
  staysOpen?: boolean | undefined
  /** Answered however full the shop is: for those who watch whether it lives. */
  outsideLimits?: boolean | undefined
}
export type GuardedRoute = { method: string; path: string; policy: Policy }

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
  interface FastifyInstance {
    /** The table of all routes, as they were opened. */
    guardedRoutes: GuardedRoute[]
  }
}

/** For what is the same for everyone and only looked at: pages, files, pictures. */
export const open: Policy = { access: 'everyone', takes: 'nothing' }

/** The only way to open a route is to say its policy: without one the shop does not start. */
export function requirePolicies(app: Pick<App, 'addHook' | 'decorate'>, limit: Limit) {
  const guardedRoutes: GuardedRoute[] = []
  app.decorate('guardedRoutes', guardedRoutes)
  app.addHook('onRoute', (route) => {
    const { policy } = route.config ?? {}
    if (!policy) throw new RouteWithoutPolicy(String(route.method), route.url)
    if (policy.mostBytes) route.bodyLimit = policy.mostBytes
    // HEAD comes with each GET by itself.
    for (const method of [route.method].flat())
      if (method !== 'HEAD') guardedRoutes.push({ method, path: route.url, policy })
  })

  app.addHook('onRequest', async ({ routeOptions: { url, config }, ip, method }) => {
    const { access, perMinute } = config.policy ?? {}
    if (!perMinute) return
    // The provider's stand-in counts reading and writing together, as one key would be counted.
    const counted = access === 'provider-key' ? url : `${method} ${url}`
    await limit(`${counted} ${networkOf(ip)}`, perMinute)
  })
}

export class RouteWithoutPolicy extends Error {
  constructor(method: string, path: string) {
    super(`${method} ${path} has no policy: say who may call it and what it takes.`)
  }
}
