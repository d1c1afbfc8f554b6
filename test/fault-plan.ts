import type { FaultPlan, Trouble } from '~/stand-ins/payments/fault-plan.ts'

/** Weather that a test makes: troubles for the next calls of a kind, lost or doubled webhooks. */
export function changeableWeather() {
  const coming: { call: RegExp; trouble: Trouble }[] = []
  const calls: string[] = []
  const weather = {
    webhookCopies: 1,
    /** Everything that was asked, in order. */
    calls,
    next(call: RegExp, ...troubles: Trouble[]) {
      coming.push(...troubles.map((trouble) => ({ call, trouble })))
    },
    clearUp: () => void coming.splice(0),
    trouble(call: string) {
      calls.push(call)
      const at = coming.findIndex((expected) => expected.call.test(call))
      return at < 0 ? undefined : coming.splice(at, 1)[0]!.trouble
    },
    copies: () => weather.webhookCopies,
  }
  return weather satisfies FaultPlan & Record<string, unknown>
}

export const calls = {
  begin: /^POST \/v1\/payment_intents$/,
  ask: /^GET \/v1\/payment_intents\/\w+$/,
  end: /\/cancel$/,
  giveBack: /^POST \/v1\/refunds$/,
  listRefunds: /^GET \/v1\/refunds$/,
  any: /./,
}
