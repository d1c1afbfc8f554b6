import type { AnyInput, Route, RouteAddress, RouteArguments, RouteContract, RouteResponse } from './route.ts'
import { pathWith } from './route.ts'

/** A "no" of the shop's API, in words for people; status 0 when it could not be reached at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly fields: Record<string, string> = {},
    /** The whole body of the response: some refusals say more than words. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

const timeoutMs = 20_000

/** Calls a route of the shop. What is sent and what comes back are typed by the contract of the route. */
export type Api = <C extends RouteContract>(
  route: Route<C>,
  ...input: RouteArguments<C>
) => Promise<RouteResponse<C>>

/** Without the types of a contract, for those who add a token. `never` fits the response of any route. */
export async function request(route: RouteAddress, input: AnyInput = {}): Promise<never> {
  const { body, headers, token, signal = AbortSignal.timeout(timeoutMs) } = input
  let response: Response
  try {
    response = await fetch(pathWith(route, input), {
      method: route.method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    })
  } catch {
    const message = 'The shop cannot be reached. Check your connection and try again.'
    throw new ApiError(0, 'network-request-failed', message)
  }
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as never
  const { reason = 'failed', message = 'Something went wrong. Please try again.', fields } = answer
  throw new ApiError(response.status, reason, message, fields, answer)
}

export const api: Api = request
