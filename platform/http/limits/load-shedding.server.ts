import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'
import { isBodyOnItsWay } from './body-time.server.ts'
import { networkOf } from './rate-limit.server.ts'

export type LoadLimits = { ordinary: Capacity; vital: Capacity; receiving: Capacity }

/** So many requests may be at work at once; more would only wait for each other until all are late. */
export const defaultLoadLimits: LoadLimits = {
  ordinary: { most: 500, perNetwork: 250 },
  /** Counted together with the ordinary ones. */
  vital: { most: 1000, perNetwork: 500 },
  /** A body that has not arrived costs memory and no work. */
  receiving: { most: 1000, perNetwork: 200 },
}

/**
 * A request beyond what can be done in time is refused at once, which costs next to nothing. Endpoints that are vital have
 * slots of their own, so they are served while the rest is full. While
 * the body of a request is awaited it holds none of the places of those at work, so half-sent bodies stop nobody.
 */
export function shedLoad(app: Pick<App, 'addHook'>, { ordinary, vital, receiving }: LoadLimits) {
  const working = new NetworkSlots()
  const awaited = new NetworkSlots()
  const held = new WeakMap<FastifyRequest, { places: NetworkSlots; network: string }>()
  const workOf = (request: FastifyRequest) => (request.routeOptions.config.policy?.vital ? vital : ordinary)

  function take(request: FastifyRequest, network: string, places: NetworkSlots, capacity: Capacity) {
    if (!places.take(network, capacity)) return refuseRequest('busy')
    held.set(request, { places, network })
    return undefined
  }
  function release(request: FastifyRequest) {
    const place = held.get(request)
    held.delete(request)
    place?.places.release(place.network)
  }
  /** Gives the old place up only for the new one. */
  function move(request: FastifyRequest, to: NetworkSlots, capacity: Capacity) {
    const place = held.get(request)
    if (!place) return undefined
    const problem = take(request, place.network, to, capacity)
    if (!problem) place.places.release(place.network)
    return problem
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { policy } = request.routeOptions.config
    if (policy?.staysOpen || policy?.outsideLimits) return done()
    reply.raw.once('close', () => release(request))
    done(take(request, networkOf(request.ip), working, workOf(request)))
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    const problem = isBodyOnItsWay(request.raw) && move(request, awaited, receiving)
    if (!problem) return done()
    // Most bodies come with their headers and are here in the next turn.
    setImmediate(() => done(isBodyOnItsWay(request.raw) ? problem : undefined))
  })
  app.addHook('preValidation', (request, _reply, done) =>
    done(held.get(request)?.places === awaited ? move(request, working, workOf(request)) : undefined),
  )
}

type Capacity = { most: number; perNetwork: number }

/** Places for what is under way at the same time: so many in all, and a share of them for one network. */
export class NetworkSlots {
  readonly #byNetwork = new Map<string, number>()
  #taken = 0

  /** False when all places, or those of this network, are taken. */
  take(network: string, { most, perNetwork }: Capacity) {
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#taken >= most || ofNetwork >= perNetwork) return false
    this.#taken += 1
    this.#byNetwork.set(network, ofNetwork + 1)
    return true
  }

  release(network: string) {
    const left = this.#byNetwork.get(network)! - 1
    this.#taken -= 1
    if (left > 0) this.#byNetwork.set(network, left)
    else this.#byNetwork.delete(network)
  }
}
