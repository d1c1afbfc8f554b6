/** What an application of ACES says by numbers, as it was delivered. What it says in words stands beside it. */
export type Said = {
  /** One model year of a model; or make and model with years. */
  vehicle?: number
  make?: number
  model?: number
  /** What the car must have, each with its number, or with what stands there instead of one. */
  ids: [kind: string, id: number | string][]
  position?: number | string
  /** It is about a machine, and no car. */
  isMachine?: true
  /** Its sender knows that the tables call it wrong. */
  isDoubted?: true
  /** What a later version of the standard adds may restrict. */
  more: string[]
}

/** What a file says of itself. */
export type AcesHeader = {
  version: string
  title: string
  submission: 'FULL' | 'UPDATE' | 'TEST'
  /** The day on which it was sent, and the edition of the tables that it was written with. */
  transferred: string
  edition: string
}
