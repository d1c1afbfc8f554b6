import { createContext } from 'react-router'
import type { AnyInput, Route, RouteAddress, RouteArguments, RouteContract, RouteResponse } from './route.ts'
import { pathWith } from './route.ts'

declare module 'react-router' {
  // Loaders receive a typed context instead of `any`.
  interface Future {
    v8_middleware: true
  }
}

/**
 * A list, and how many rows it has when only a page of it was asked for; of a long one, where this page and those beside
 * it begin; of a search, the words that found nothing, and then those that found these rows.
 */
export type Found<T> = {
  data: T
  total: number
  from?: string
  previousFrom?: string
  nextFrom?: string
  missing?: string
  found?: string
}
/** Reads a public or private response of the shop's own API. */
export type Get = <C extends RouteContract>(
  route: Route<C>,
  ...input: RouteArguments<C>
) => Promise<Found<RouteResponse<C>>>

/** Without the types of a contract, for those who add a token. */
export async function fetchPage(route: RouteAddress, input: AnyInput = {}): Promise<Found<never>> {
  const { token, signal } = input
  const response = await fetch(pathWith(route, input), {
    signal: signal ?? null,
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (!response.ok)
    throw new Response(await response.text(), { status: response.status, statusText: response.statusText })
  const header = (name: string) => decodeURIComponent(response.headers.get(name) ?? '')
  return {
    data: (await response.json()) as never,
    total: Number(header('x-total-count')),
    from: header('x-from'),
    previousFrom: header('x-previous-from'),
    nextFrom: header('x-next-from'),
    missing: header('x-missing-words'),
    found: header('x-found-words'),
  }
}

export const getByHttp: Get = fetchPage

/** In the browser it is a request; on the server, the same endpoint without the wire. */
export const apiContext = createContext<Get>(getByHttp)
