import type { Fault, FaultPlan } from '~/stand-ins/payments/fault-plan.ts'

/** A fault plan controlled by a test: faults for the next calls of a kind, lost or duplicate webhooks. */
export function createFaultPlan() {
  const planned: { call: RegExp; fault: Fault }[] = []
  const calls: string[] = []
  const plan = {
    webhookCopies: 1,
    /** Every call to the provider, in order. */
    calls,
    failNext(call: RegExp, ...faults: Fault[]) {
      planned.push(...faults.map((fault) => ({ call, fault })))
    },
    clear: () => void planned.splice(0),
    faultFor(call: string) {
      calls.push(call)
      const index = planned.findIndex((next) => next.call.test(call))
      return index < 0 ? undefined : planned.splice(index, 1)[0]!.fault
    },
    copies: () => plan.webhookCopies,
  }
  return plan satisfies FaultPlan & Record<string, unknown>
}

export const calls = {
  createIntent: /^POST \/v1\/payment_intents$/,
  retrieveIntent: /^GET \/v1\/payment_intents\/\w+$/,
  cancelIntent: /\/cancel$/,
  createRefund: /^POST \/v1\/refunds$/,
  listRefunds: /^GET \/v1\/refunds$/,
  any: /./,
}
