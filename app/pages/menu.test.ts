import { expect, test } from 'vitest'
import { menuFor } from '~/shop/users/menu.ts'
import { pages } from './routes.tsx'

const menu = (admin: boolean) =>
  Object.fromEntries(menuFor(pages, { admin }).map(({ text, to }) => [text, to]))

test('the menu of customers has My Profile, My Orders and Add Review', () => {
  expect(menu(false)).toEqual({
    Dashboard: '/dashboard',
    'My Profile': '/dashboard/myprofile',
    'My Orders': '/dashboard/orders',
    'Add Review': '/dashboard/addReview',
  })
})

test('the menu of admins has My Profile and the pages that run the shop', () => {
  expect(menu(true)).toMatchObject({
    Dashboard: '/dashboard',
    'My Profile': '/dashboard/myprofile',
    'All Orders': '/dashboard/allOrders',
    'Add Product': '/dashboard/addProduct',
    'All Users': '/dashboard/users',
    'Manage Products': '/dashboard/manageProducts',
    Categories: '/dashboard/categories',
    Messages: '/dashboard/messages',
    Newsletter: '/dashboard/newsletter',
    'Audit Trail': '/dashboard/audit',
  })
  const first = menuFor(pages, { admin: true }).filter(({ isMore }) => !isMore)
  expect(first.map(({ text }) => text)).toEqual([
    'Dashboard',
    'My Profile',
    'All Orders',
    'Add Product',
    'All Users',
    'Manage Products',
  ])
  expect(menu(true)).not.toHaveProperty('My Orders')
  expect(menu(true)).not.toHaveProperty('Add Review')
})
