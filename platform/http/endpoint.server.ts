import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Topic } from '~/database/topics.ts'
import type { LongList } from '~/platform/lists/long-list.server.ts'

/**
 * Who may come through a door. Every door says it; one without it does not compile. A customer is signed in and no
 * admin; self is whoever has the address that the path names as `email`; an owner is known only when the row is read,
 * so the door itself compares. With an identity token one is known to the identity provider, not yet to the shop.
 */
export type Access = WithoutToken | WithToken
export type WithoutToken = 'everyone' | 'identity-token'
export type WithToken =
  | 'signed-in'
  | 'customer'
  | 'admin'
  | 'self'
  | 'self-or-admin'
  | 'owner'
  | 'owner-or-admin'

export type Caller = { userId: string; email: string; name: string; admin: boolean }

type Shape = z.ZodType | undefined
type Read<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Access
  /** Its own words for whoever is signed in but may not come through. */
  refusal?: string
  summary: string
  params?: z.ZodType | undefined
  query?: z.ZodType | undefined
  body?: z.ZodType | undefined
  answer: z.ZodType
  /** Public facts: the answer is kept, compressed, until one of these topics changes. */
  shows?: readonly Topic[]
  /** At most so many calls a minute from one address. */
  perMinute?: number
  /** About money on its way: let through while the shop is full. */
  vital?: boolean
  /** For bodies larger than the usual 64 KiB. */
  mostBytes?: number
  /** Takes a form with one file of at most `mostBytes`, beside JSON. */
  takesFile?: boolean
  act(input: {
    params: unknown
    query: unknown
    body: unknown
    request: FastifyRequest
    caller: Caller | undefined
  }): Promise<unknown>
}

type Described<
  W extends Access,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends z.ZodType,
> = Omit<Endpoint, 'who' | 'params' | 'query' | 'body' | 'answer' | 'act'> & {
  who: W
  params?: P
  query?: Q
  body?: B
  answer: A
  act(input: {
    params: Read<P>
    query: Read<Q>
    body: Read<B>
    request: FastifyRequest
    caller: W extends WithoutToken ? undefined : Caller
  }): Promise<z.input<A> | WithTotal<z.input<A>> | LongList<unknown> | AsFile | WithHeaders<z.input<A>>>
}

/** Lets `act` know the types of what its own schemas read. */
export const endpoint = <
  W extends Access,
  A extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(
  door: Described<W, P, Q, B, A>,
) => door as unknown as Endpoint

/**
 * One page of a list, with the number of rows in the whole list for the header `x-total-count`. A long list tells only
 * how many there are up to the end of this part of it, and where this part and the next one begin. A search names the words
 * that it found nothing for.
 */
export class WithTotal<Rows> {
  constructor(
    readonly rows: Rows,
    readonly total: number,
    readonly places: { from?: string; nextFrom?: string; missing?: string } = {},
  ) {}

  headers() {
    const { from, nextFrom, missing } = this.places
    return {
      'x-total-count': String(this.total),
      // Addresses of people may stand in them, in any script.
      ...(from && { 'x-from': encodeURIComponent(from) }),
      ...(nextFrom && { 'x-next-from': encodeURIComponent(nextFrom) }),
      ...(missing && { 'x-missing-words': encodeURIComponent(missing) }),
    }
  }
}

/** An answer that brings headers of its own, like a cookie. */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Record<string, string>,
  ) {}
}

/** An answer to be kept as a file instead of JSON. */
export class AsFile {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly text: string | Readable,
  ) {}
}
