/** A "no" of the shop's API, in words for people; status 0 when it could not be reached at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly fields: Record<string, string> = {},
    /** All that was answered: some problems tell more than words. */
    readonly said: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

const patienceMs = 20_000

type Wish = { body?: object; token?: string | undefined; headers?: Record<string, string> }

/** Calls a door of the shop and returns its answer, or throws what it says is wrong. */
export async function call<T>(method: string, path: string, { body, token, headers }: Wish = {}): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    const message = 'The shop cannot be reached. Check your connection and try again.'
    throw new ApiError(0, 'network-request-failed', message)
  }
  const said = await answer.json().catch(() => ({}))
  if (answer.ok) return said as T
  const { reason = 'failed', message = 'Something went wrong. Please try again.', fields } = said
  throw new ApiError(answer.status, reason, message, fields, said)
}
