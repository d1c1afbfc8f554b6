/** An expected "no": undoes the transaction it is thrown in and is answered once, by the server's error handler. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly fields?: Record<string, string>,
    /** What the asker needs to ask better, as more fields of the answer: the new price, what is left. */
    readonly details?: Record<string, unknown>,
  ) {
    super(message)
  }
}

/** The body of every error answer. */
export type ProblemBody = { message: string; reason: string; fields?: Record<string, string> }
