import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import type { RouteArguments, RouteResponse, Routes } from './route.ts'
import { addressOf } from './route.ts'

const contract = {
  listParts: {
    query: z.object({ q: z.string().optional(), page: z.coerce.number(), state: z.enum(['all', 'sold']) }),
    response: z.array(z.object({ _id: z.string() })),
  },
  renamePart: {
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string().transform((name) => name.length) }),
    response: z.object({ modifiedCount: z.literal(1) }),
  },
}
type Parts = typeof contract

const routes: Routes<Parts> = {
  listParts: { method: 'GET', path: '/api/parts', defaults: { state: 'all' } },
  renamePart: { method: 'PUT', path: '/api/parts/:id' },
}

describe('the address of a route', () => {
  test('has its parameters, encoded', () => {
    const params = { id: 'a/b c' }
    expect(addressOf(routes.renamePart, { params })).toBe('/api/parts/a%2Fb%20c')
  })

  test('leaves out what is empty or the default, so that one view has one address', () => {
    expect(addressOf(routes.listParts)).toBe('/api/parts')
    expect(addressOf(routes.listParts, { query: { q: '', state: 'all' } })).toBe('/api/parts')
    const query = { q: 'oil & gas', page: 0, state: 'sold' }
    expect(addressOf(routes.listParts, { query })).toBe('/api/parts?q=oil+%26+gas&page=0&state=sold')
  })
})

describe('a contract types both sides', () => {
  test('the caller sends what the schemas read and gets what they answer', () => {
    expectTypeOf<RouteArguments<Parts['renamePart']>[0]>().toExtend<{
      params: { id: string }
      body: { name: string }
    }>()
    expectTypeOf<RouteResponse<Parts['listParts']>>().toEqualTypeOf<{ _id: string }[]>()
  })

  test('a handler reads what the schemas made of it, and has a caller where a token is needed', () => {
    const implementations: Implementations<Parts> = {
      listParts: {
        access: 'everyone',
        summary: 'Parts',
        async handler({ caller }) {
          expectTypeOf(caller).toEqualTypeOf<undefined>()
          return []
        },
      },
      renamePart: {
        access: 'catalogue',
        summary: 'Renames a part',
        async handler({ body, caller }) {
          expectTypeOf(body.name).toEqualTypeOf<number>()
          expectTypeOf(caller.userId).toEqualTypeOf<string>()
          return { modifiedCount: 1 }
        },
      },
    }
    expect(Object.keys(implementations)).toEqual(Object.keys(contract))
  })

  test('a missing route, a missing handler and a path without its parameter do not compile', () => {
    type Fits<Given, Wanted> = Given extends Wanted ? true : false
    type Listing = Routes<Parts>['listParts']
    expectTypeOf<Fits<{ listParts: Listing }, Routes<Parts>>>().toEqualTypeOf<false>()
    expectTypeOf<
      Fits<Pick<Implementations<Parts>, 'listParts'>, Implementations<Parts>>
    >().toEqualTypeOf<false>()
    type WithoutId = { method: 'PUT'; path: '/api/parts' }
    expectTypeOf<Fits<WithoutId, Routes<Parts>['renamePart']>>().toEqualTypeOf<false>()
  })
})
