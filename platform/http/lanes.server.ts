import type { App } from './app.server.ts'
import { Refusal } from './refusal.ts'

export type Lanes = { ordinary: number; vital: number }

/** So many requests may be at work at once; more would only wait for each other until all are late. */
export const usualLanes: Lanes = { ordinary: 500, vital: 500 }

/**
 * Beyond what can be done in time, a request is told so at once and costs next to nothing. Paying, cancelling and what
 * the payment provider tells us have a lane of their own: money on its way is let through while the shop is full.
 */
export function keepLanes(app: Pick<App, 'addHook'>, { ordinary, vital }: Lanes) {
  let atWork = 0
  app.addHook('onRequest', (request, reply, done) => {
    const { policy } = request.routeOptions.config
    if (policy?.staysOpen) return done()
    if (atWork >= (policy?.vital ? ordinary + vital : ordinary))
      return done(new Refusal(503, 'busy', 'The shop is very busy. Please try again.'))
    atWork += 1
    reply.raw.once('close', () => {
      atWork -= 1
    })
    done()
  })
}
