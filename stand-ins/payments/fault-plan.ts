/** What can go wrong with a call: `before` the provider has seen it, or `after` it was processed. */
export type Fault =
  | 'hangs-before'
  | 'hangs-after'
  | 'breaks-before'
  | 'breaks-after'
  | 'error'
  | 'overload'
  /** Revoked keys, a closed account, the page of a proxy, an error of an unknown type. */
  | 'unauthorized'
  | 'forbidden'
  | 'html'
  | 'unknown-error'
  /** An unexpected refusal of this one call. */
  | 'refusal'

/** The faults that the shop's calls meet. Only passed in process: nobody can ask for one over HTTP. */
export type FaultPlan = {
  /** Called once per call, for example with `POST /v1/payment_intents`. */
  faultFor(call: string): Fault | undefined
  /** How often a webhook is delivered: 0 is lost, 2 is a duplicate. */
  copies(eventType: string): number
}

export const noFaults: FaultPlan = { faultFor: () => undefined, copies: () => 1 }
