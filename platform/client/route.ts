import type { z } from 'zod'

/** What crosses the wire at one route: the schemas of what it takes and of what it answers. */
export type RouteContract = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response: z.ZodType
}
export type Contract = Record<string, RouteContract>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** All that a route is at run time. */
export type RouteAddress = { method: Method; path: string; defaults?: QueryValues | undefined }
type QueryValues = Record<string, QueryValue | null>
type QueryValue = string | number | readonly string[] | undefined

declare const contractType: unique symbol
/**
 * A route carries the type of its contract, and only the type: the browser knows what it may send and what comes back
 * without loading a schema.
 */
export type Route<C extends RouteContract> = {
  method: Method
  path: C extends { params: z.ZodType } ? `${string}:${keyof z.input<C['params']> & string}${string}` : string
  /** What the server assumes of a query that does not say it: left out of the address, so that one view has one. */
  defaults?: QueryOf<C>
  readonly [contractType]?: C
}
/** The routes of a contract: one for each of its names. */
export type Routes<C extends Contract> = { [Name in keyof C]: Route<C[Name]> }

/** In an address everything is text; the contract says which names there are. */
type QueryOf<C> = C extends { query: z.ZodType }
  ? { [Name in keyof z.input<C['query']>]?: QueryValue }
  : Record<never, never>
type BodyOf<C> = C extends { body: z.ZodType } ? z.input<C['body']> : undefined

type AddressInput<C> = (C extends { params: z.ZodType } ? { params: z.input<C['params']> } : unknown) & {
  query?: QueryOf<C>
}
export type RouteInput<C> = AddressInput<C> &
  (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }) & {
    headers?: Record<string, string>
    signal?: AbortSignal
  }
/** Nothing needs to be given to a route that takes nothing. */
export type RouteArguments<C> = OptionalIfEmpty<RouteInput<C>>
export type AddressArguments<C> = OptionalIfEmpty<AddressInput<C>>
type OptionalIfEmpty<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]
export type RouteResponse<C extends RouteContract> = z.output<C['response']>

/** The path of a route with its parameters and its query. */
export const addressOf = <C extends RouteContract>(route: Route<C>, ...[input]: AddressArguments<C>) =>
  pathWith(route, input ?? {})

/** What any route may be given, without the types of its contract. */
export type AnyInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  token?: string | undefined
}

export function pathWith({ path, defaults }: RouteAddress, { params, query }: AnyInput) {
  const values = (params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name]!))
  return withQuery(filled, (query ?? {}) as QueryValues, defaults)
}

/** Leaves out what is empty or the default, so that one view has one address. */
export function withQuery(path: string, query: QueryValues, defaults: QueryValues = {}) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one != null && one !== '' && one !== defaults[name]) params.append(name, String(one))
  return params.size > 0 ? `${path}?${params}` : path
}
