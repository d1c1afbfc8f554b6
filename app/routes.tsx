import type { RouteObject } from 'react-router'
import { redirect } from 'react-router'
import { Loading } from '~/platform/ui/Loading.tsx'
import { urls } from '~/shop/urls.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Root, rootLoader } from './Root.tsx'

/** What the server must know of a route beyond React Router's own fields. */
export type Handle = {
  /** The file of the page, by which its built scripts and styles are found. */
  source?: string
  /** Parameters of the address that the page understands. */
  query?: string[]
  status?: number
  /** Private pages: the server sends an empty shell, the browser loads the rest. */
  inBrowserOnly?: boolean
}

const page = (source: string, rest: Omit<Handle, 'source'> = {}): Handle => ({ source, ...rest })

/** Lets those through to the pages below it who may see them; until that is known, something turns. */
const guard = (name: 'SignedInOnly' | 'CustomersOnly' | 'AdminsOnly') => ({
  handle: page('shop/identity/Guard.tsx'),
  HydrateFallback: Loading,
  lazy: async () => ({ Component: (await import('~/shop/identity/Guard.tsx'))[name] }),
})

/** Stands below a guard. */
const privatePage = (path: string, source: string, lazy: () => Promise<object>): RouteObject => ({
  path,
  handle: page(source, { inBrowserOnly: true }),
  lazy,
})

/** Every address and the page behind it. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    loader: rootLoader,
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          {
            index: true,
            handle: page('shop/home/route.ts', { query: ['subscribed'] }),
            lazy: () => import('~/shop/home/route.ts'),
          },
          {
            path: 'shop',
            handle: page('shop/catalogue/shop-route.ts', { query: ['page', 'q', 'sort'] }),
            lazy: () => import('~/shop/catalogue/shop-route.ts'),
          },
          {
            path: 'blogs',
            handle: page('shop/blog/list-route.ts'),
            lazy: () => import('~/shop/blog/list-route.ts'),
          },
          {
            path: 'blogs/:id',
            handle: page('shop/blog/detail-route.ts'),
            lazy: () => import('~/shop/blog/detail-route.ts'),
          },
          {
            path: 'contact',
            handle: page('shop/contact/route.ts', { query: ['sent'] }),
            lazy: () => import('~/shop/contact/route.ts'),
          },
          {
            path: 'newsletter/leave',
            handle: page('shop/newsletter/leave-route.ts', { query: ['left'] }),
            lazy: () => import('~/shop/newsletter/leave-route.ts'),
          },
          {
            path: 'portfolio',
            handle: page('shop/portfolio/route.ts'),
            lazy: () => import('~/shop/portfolio/route.ts'),
          },
          {
            path: 'login',
            handle: page('shop/identity/login-route.ts'),
            lazy: () => import('~/shop/identity/login-route.ts'),
          },
          {
            path: 'register',
            handle: page('shop/identity/register-route.ts'),
            lazy: () => import('~/shop/identity/register-route.ts'),
          },
          {
            path: 'reset-password',
            handle: page('shop/identity/reset-route.ts'),
            lazy: () => import('~/shop/identity/reset-route.ts'),
          },
          {
            path: 'new-password',
            handle: page('shop/identity/new-password-route.ts'),
            lazy: () => import('~/shop/identity/new-password-route.ts'),
          },
          {
            path: 'verify-email',
            handle: page('shop/identity/verify-email-route.ts'),
            lazy: () => import('~/shop/identity/verify-email-route.ts'),
          },
          { path: 'appointment', loader: () => redirect(urls.dashboard()) },
          {
            ...guard('SignedInOnly'),
            children: [
              privatePage('services/:id', 'app/product-route.tsx', () => import('./product-route.tsx')),
            ],
          },
          {
            path: 'dashboard',
            ...guard('SignedInOnly'),
            children: [
              {
                handle: page('shop/users/dashboard-route.ts'),
                lazy: () => import('~/shop/users/dashboard-route.ts'),
                children: [
                  {
                    index: true,
                    handle: page('shop/users/welcome-route.ts', { inBrowserOnly: true }),
                    lazy: () => import('~/shop/users/welcome-route.ts'),
                  },
                  privatePage(
                    'myprofile',
                    'shop/users/profile-route.ts',
                    () => import('~/shop/users/profile-route.ts'),
                  ),
                  {
                    ...guard('CustomersOnly'),
                    children: [
                      privatePage(
                        'orders',
                        'shop/orders/my-orders-route.ts',
                        () => import('~/shop/orders/my-orders-route.ts'),
                      ),
                      privatePage(
                        'payment/:id',
                        'shop/orders/payment-route.ts',
                        () => import('~/shop/orders/payment-route.ts'),
                      ),
                      privatePage(
                        'addReview',
                        'shop/reviews/add-route.ts',
                        () => import('~/shop/reviews/add-route.ts'),
                      ),
                    ],
                  },
                  {
                    ...guard('AdminsOnly'),
                    children: [
                      privatePage(
                        'allOrders',
                        'shop/orders/all-orders-route.ts',
                        () => import('~/shop/orders/all-orders-route.ts'),
                      ),
                      privatePage(
                        'users',
                        'shop/users/users-route.ts',
                        () => import('~/shop/users/users-route.ts'),
                      ),
                      privatePage(
                        'messages',
                        'shop/contact/messages-route.ts',
                        () => import('~/shop/contact/messages-route.ts'),
                      ),
                      privatePage(
                        'newsletter',
                        'shop/newsletter/list-route.ts',
                        () => import('~/shop/newsletter/list-route.ts'),
                      ),
                      privatePage(
                        'addProduct',
                        'shop/catalogue/add-product-route.ts',
                        () => import('~/shop/catalogue/add-product-route.ts'),
                      ),
                      privatePage(
                        'manageProducts',
                        'shop/catalogue/manage-route.ts',
                        () => import('~/shop/catalogue/manage-route.ts'),
                      ),
                      privatePage(
                        'audit',
                        'shop/audit/audit-route.ts',
                        () => import('~/shop/audit/audit-route.ts'),
                      ),
                    ],
                  },
                ],
              },
            ],
          },
          {
            path: '403',
            handle: page('app/forbidden-route.ts', { status: 403 }),
            lazy: () => import('./forbidden-route.ts'),
          },
          {
            path: '*',
            handle: page('app/not-found-route.ts', { status: 404 }),
            lazy: () => import('./not-found-route.ts'),
          },
        ],
      },
    ],
  },
]
