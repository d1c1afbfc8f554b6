/**
 * better-auth only logs that a code could not be sent, and answers as if it had been. Whoever waits for it should know:
 * the failure is noted beside the request that caused it.
 */
const failures = new WeakMap<Request, unknown>()

export const smsFailureOf = (request: Request) => failures.get(request)

export async function noteSmsFailure(request: Request | undefined, send: Promise<void>) {
  try {
    await send
  } catch (error) {
    if (request) failures.set(request, error)
  }
}
