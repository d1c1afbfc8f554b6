import { expect, test } from 'vitest'
import type { Role } from '~/platform/roles.ts'
import { menuFor } from '~/shop/page.ts'
import { pages } from './routes.tsx'

const menu = (role: Role) => Object.fromEntries(menuFor(pages, { role }).map(({ text, to }) => [text, to]))

test('the menu of customers has My Profile, My Orders and Add Review', () => {
  expect(menu('user')).toEqual({
    Dashboard: '/dashboard',
    'My Profile': '/dashboard/myprofile',
    'My Orders': '/dashboard/orders',
    'Add Review': '/dashboard/addReview',
  })
})

test('the menu of admins has My Profile and the pages that run the shop', () => {
  expect(menu('admin')).toMatchObject({
    Dashboard: '/dashboard',
    'My Profile': '/dashboard/myprofile',
    'All Orders': '/dashboard/allOrders',
    'Add Product': '/dashboard/addProduct',
    'All Users': '/dashboard/users',
    'Manage Products': '/dashboard/manageProducts',
    Categories: '/dashboard/categories',
    Messages: '/dashboard/messages',
    Newsletter: '/dashboard/newsletters',
    'Audit Trail': '/dashboard/audit',
  })
  const first = menuFor(pages, { role: 'admin' }).filter(({ isMore }) => !isMore)
  expect(first.map(({ text }) => text)).toEqual([
    'Dashboard',
    'My Profile',
    'All Orders',
    'Add Product',
    'All Users',
    'Manage Products',
  ])
  expect(menu('admin')).not.toHaveProperty('My Orders')
  expect(menu('admin')).not.toHaveProperty('Add Review')
})

test('the menus of packers and editors have their own work alone', () => {
  const own = { Dashboard: '/dashboard', 'My Profile': '/dashboard/myprofile' }
  expect(menu('packer')).toEqual({
    ...own,
    'To pack': '/dashboard/parcels',
    Returns: '/dashboard/returns',
  })
  expect(menu('editor')).toEqual({
    ...own,
    Reviews: '/dashboard/reviews',
    Newsletter: '/dashboard/newsletters',
    Blog: '/dashboard/blogs',
    Pages: '/dashboard/pages',
  })
})
