import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Permission, Role } from '~/platform/roles.ts'
import { isStaff, may, roles } from '~/platform/roles.ts'
import { Guard } from '~/shop/identity/session/Guard.tsx'
import { returnTo as returnToAmong } from '~/shop/identity/session/return-to.ts'
import type { PageAccess } from '~/shop/page.ts'
import { routes, pages as sitePages } from './routes.tsx'

const returnTo = (from: unknown, role: Role) => returnToAmong(sitePages, from, role)
const forVisitors = ['/login', '/register', '/reset-password', '/new-password', '/verify-email']

type Page = { address: string; access: PageAccess | 'everybody' }

/** Every address, and whom the guard before it lets through; without a guard, everybody. */
async function pagesBelow(list: RouteObject[], above = '', isGuarded = false): Promise<Page[]> {
  const pages = await Promise.all(
    list.map(async ({ path, children, lazy, handle }) => {
      const address = path ? `${above}/${path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x')}` : above
      if (!children) {
        const { access } = handle as { access?: PageAccess }
        return [{ address: address || '/', access: isGuarded ? access! : 'everybody' } as Page]
      }
      const loaded = typeof lazy === 'function' ? await lazy() : {}
      const guard = (loaded as { Component?: ComponentType }).Component === Guard
      return pagesBelow(children, address, isGuarded || guard)
    }),
  )
  return pages.flat()
}
const pages = await pagesBelow(routes)
const isFor = (group: string) => pages.filter(({ access }) => access === group)

describe('where log-in returns to', () => {
  test('pages of every kind were found', () => {
    for (const group of ['everybody', 'signed-in', 'customers', 'catalogue', 'people'])
      expect(isFor(group).length).toBeGreaterThan(2)
    for (const group of ['pack', 'returns', 'content', 'money', 'settings'])
      expect(isFor(group).length).toBeGreaterThan(0)
    expect(pages.map(({ address }) => address)).toEqual(
      expect.arrayContaining([...forVisitors, '/dashboard/receipt/x', '/dashboard/delivery/x']),
    )
  })
  test.each(pages)('$address, which is for $access', ({ address, access }) => {
    const maySee = (role: Role) => {
      if (access === 'everybody' || access === 'signed-in') return true
      if (access === 'customers') return !isStaff(role)
      return may(role, access as Permission)
    }
    for (const role of roles)
      for (const from of [address, `${address}?page=2#top`, address.toUpperCase()]) {
        const instead = maySee(role) ? from : '/dashboard'
        expect(returnTo(from, role)).toBe(forVisitors.includes(address) ? '/appointment' : instead)
      }
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
  ])('%s is no page of this site', (from) => expect(returnTo(from, 'user')).toBe('/appointment'))
  test('an address in other letters is the same page', () =>
    expect(returnTo('/dashboard/%75sers', 'user')).toBe('/dashboard'))
})
