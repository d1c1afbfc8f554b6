/** What can happen to a call on its way: before means that the provider never saw it, after that it was done. */
export type Trouble =
  | 'hangs-before'
  | 'hangs-after'
  | 'breaks-before'
  | 'breaks-after'
  | 'error'
  | 'overload'
  /** Keys that were withdrawn, an account that was closed, a page of some proxy, an answer that nobody knows. */
  | 'unauthorized'
  | 'forbidden'
  | 'nonsense'
  | 'riddle'
  /** A no to this one call that nobody expected. */
  | 'refusal'

/** The trouble that the shop's calls meet; handed over in process only, nobody can ask for it over HTTP. */
export type FaultPlan = {
  /** Asked once per call, for example `POST /v1/payment_intents`. */
  trouble(call: string): Trouble | undefined
  /** How often a webhook arrives: 0 is lost, 2 is doubled. */
  copies(eventType: string): number
}

export const noFaults: FaultPlan = { trouble: () => undefined, copies: () => 1 }
