import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { AdminsOnly, CustomersOnly, SignedInOnly } from '~/shop/identity/session/Guard.tsx'
import { returnTo as returnToAmong } from '~/shop/identity/session/return-to.ts'
import { routes, pages as sitePages } from './routes.tsx'

const guards = new Map<unknown, 'signed-in' | 'customers' | 'admins'>([
  [SignedInOnly, 'signed-in'],
  [CustomersOnly, 'customers'],
  [AdminsOnly, 'admins'],
])
const returnTo = (from: unknown, admin: boolean) => returnToAmong(sitePages, from, admin)
const forVisitors = ['/login', '/register', '/reset-password', '/new-password', '/verify-email']

type Page = { address: string; access: string }

/** Every address, and the innermost guard that stands before it. */
async function pagesBelow(list: RouteObject[], above = '', outer = 'everybody'): Promise<Page[]> {
  const pages = await Promise.all(
    list.map(async ({ path, children, lazy }) => {
      const address = path ? `${above}/${path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x')}` : above
      if (!children) return [{ address: address || '/', access: outer }]
      const loaded = typeof lazy === 'function' ? await lazy() : {}
      const guard = guards.get((loaded as { Component?: ComponentType }).Component)
      return pagesBelow(children, address, guard ?? outer)
    }),
  )
  return pages.flat()
}
const pages = await pagesBelow(routes)
const isFor = (group: string) => pages.filter(({ access }) => access === group)

describe('where log-in returns to', () => {
  test('pages of every kind were found', () => {
    const counts = ['everybody', 'signed-in', 'customers', 'admins'].map((group) => isFor(group).length)
    for (const count of counts) expect(count).toBeGreaterThan(2)
    expect(pages.map(({ address }) => address)).toEqual(
      expect.arrayContaining([...forVisitors, '/dashboard/receipt/x', '/dashboard/delivery/x']),
    )
  })
  test.each(pages)('$address, which is for $access', ({ address, access }) => {
    const isBack = (admin: boolean) =>
      !forVisitors.includes(address) && access !== (admin ? 'customers' : 'admins')
    const instead = forVisitors.includes(address) ? '/appointment' : '/dashboard'
    for (const admin of [false, true])
      for (const from of [address, `${address}?page=2#top`, address.toUpperCase()])
        expect(returnTo(from, admin)).toBe(isBack(admin) ? from : instead)
  })
  test.each([
    [undefined],
    [{ pathname: '/shop' }],
    ['https://evil.example/'],
    ['//evil.example/'],
    ['/\\evil.example/'],
    ['/\t/evil.example/'],
    ['\n//evil.example/'],
    ['javascript:alert(1)'],
    ['shop'],
  ])('%s is no page of this site', (from) => expect(returnTo(from, false)).toBe('/appointment'))
  test('an address in other letters is the same page', () =>
    expect(returnTo('/dashboard/%75sers', false)).toBe('/dashboard'))
})
