import type { RouteObject } from 'react-router'
import { redirect } from 'react-router'
import { Loading } from '~/platform/ui/Loading.tsx'
import type { Access } from '~/shop/identity/session/return-to.ts'
import { urls } from '~/shop/urls.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { ForbiddenPage } from './ForbiddenPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Root, rootLoader } from './Root.tsx'

/** What the server must know of a route beyond React Router's own fields. */
export type Handle = {
  /** Parameters of the address that the page understands. */
  query?: string[]
  /** Can be narrowed by filters: with any of them the page is rendered for the request and not cached. */
  isFiltered?: boolean
  /** A long list: `page` makes it another page. */
  paged?: boolean
  status?: number
  /** Depends on who asks: rendered for each request, and never cached. */
  isForThisRequest?: boolean
  /** Private pages: the server sends an empty shell, the browser loads the rest. */
  inBrowserOnly?: boolean
  access?: Access
}

const guards = { 'signed-in': 'SignedInOnly', customers: 'CustomersOnly', admins: 'AdminsOnly' } as const

/** Lets those through to the pages below it who may see them; until that is known, something turns. */
const guard = (access: keyof typeof guards) => ({
  handle: { access } satisfies Handle,
  HydrateFallback: Loading,
  lazy: async () => {
    const { [guards[access]]: Component } = await import('~/shop/identity/session/Guard.tsx')
    return { Component }
  },
})

/** On the way to a log-in: nothing to come back to. */
const visitorPage = (page: RouteObject): RouteObject => ({
  ...page,
  handle: { access: 'visitors' } satisfies Handle,
})

/** Stands below a guard. */
const privatePage = (page: RouteObject): RouteObject => ({
  ...page,
  handle: { inBrowserOnly: true } satisfies Handle,
})

/** Rendered in place of an address that the server could not read. As an error it hydrates at any address. */
export const badAddressPath = 'unreadable-address'

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
            handle: { query: ['subscribed'] } satisfies Handle,
            lazy: () => import('~/shop/home/route.ts'),
          },
          {
            id: 'shop',
            path: 'shop/:group?/:kind?',
            handle: { query: ['page', 'q', 'sort'], isFiltered: true, paged: true } satisfies Handle,
            lazy: () => import('./shop-route.tsx'),
          },
          {
            path: 'cart',
            // Only the browser knows what a visitor has chosen.
            handle: { inBrowserOnly: true } satisfies Handle,
            HydrateFallback: Loading,
            lazy: () => import('~/shop/cart/CartPage.tsx'),
          },
          {
            path: 'garage',
            handle: { query: ['q', 'make', 'model'], isForThisRequest: true } satisfies Handle,
            lazy: () => import('~/shop/vehicles/garage/garage-route.ts'),
          },
          {
            path: 'blogs',
            lazy: () => import('~/shop/blog/BlogsPage.tsx'),
          },
          {
            path: 'blogs/:id',
            lazy: () => import('~/shop/blog/BlogPage.tsx'),
          },
          {
            path: 'contact',
            handle: { query: ['sent'] } satisfies Handle,
            lazy: () => import('~/shop/contact/ContactPage.tsx'),
          },
          {
            path: 'newsletter/leave',
            handle: { query: ['left'] } satisfies Handle,
            lazy: () => import('~/shop/newsletter/UnsubscribePage.tsx'),
          },
          {
            path: 'portfolio',
            lazy: () => import('~/shop/portfolio/PortfolioPage.tsx'),
          },
          visitorPage({
            path: 'login',
            lazy: () => import('./login-route.tsx'),
          }),
          visitorPage({
            path: 'register',
            lazy: () => import('~/shop/identity/registration/RegisterPage.tsx'),
          }),
          visitorPage({
            path: 'reset-password',
            lazy: () => import('~/shop/identity/password/ResetPasswordPage.tsx'),
          }),
          visitorPage({
            path: 'new-password',
            lazy: () => import('~/shop/identity/password/NewPasswordPage.tsx'),
          }),
          visitorPage({
            path: 'verify-email',
            lazy: () => import('~/shop/identity/registration/VerifyEmailPage.tsx'),
          }),
          {
            path: 'mailbox',
            handle: { query: ['page'], isForThisRequest: true } satisfies Handle,
            lazy: () => import('~/shop/mailbox/route.ts'),
          },
          { path: 'appointment', loader: () => redirect(urls.dashboard()) },
          {
            ...guard('signed-in'),
            children: [privatePage({ path: 'services/:id', lazy: () => import('./product-route.tsx') })],
          },
          {
            path: 'dashboard',
            ...guard('signed-in'),
            children: [
              {
                lazy: () => import('~/shop/users/DashboardLayout.tsx'),
                children: [
                  {
                    index: true,
                    handle: { inBrowserOnly: true } satisfies Handle,
                    lazy: () => import('~/shop/users/welcome-route.ts'),
                  },
                  privatePage({ path: 'myprofile', lazy: () => import('~/shop/users/profile-route.ts') }),
                  {
                    ...guard('customers'),
                    children: [
                      privatePage({
                        path: 'orders',
                        lazy: () => import('./my-orders-route.tsx'),
                      }),
                      privatePage({
                        path: 'payment/:id',
                        lazy: () => import('~/shop/orders/pay/PaymentPage.tsx'),
                      }),
                      privatePage({
                        path: 'delivery/:id',
                        lazy: () => import('~/shop/orders/my-orders/DeliveryPage.tsx'),
                      }),
                      privatePage({
                        path: 'receipt/:id',
                        lazy: () => import('~/shop/orders/receipts/ReceiptPage.tsx'),
                      }),
                      privatePage({
                        path: 'addReview',
                        lazy: () => import('~/shop/reviews/AddReviewPage.tsx'),
                      }),
                    ],
                  },
                  {
                    ...guard('admins'),
                    children: [
                      privatePage({
                        path: 'allOrders',
                        lazy: () => import('~/shop/orders/admin/AllOrdersPage.tsx'),
                      }),
                      privatePage({
                        path: 'parcels',
                        lazy: () => import('~/shop/orders/deliver/ParcelsPage.tsx'),
                      }),
                      privatePage({
                        path: 'returns',
                        lazy: () => import('~/shop/orders/returns/ReturnsPage.tsx'),
                      }),
                      privatePage({ path: 'users', lazy: () => import('~/shop/users/admin/UsersPage.tsx') }),
                      privatePage({
                        path: 'messages',
                        lazy: () => import('~/shop/contact/admin/MessagesPage.tsx'),
                      }),
                      privatePage({
                        path: 'newsletter',
                        lazy: () => import('~/shop/newsletter/admin/SubscriptionsPage.tsx'),
                      }),
                      privatePage({ path: 'mails', lazy: () => import('~/shop/mails/MailsPage.tsx') }),
                      privatePage({
                        path: 'addProduct',
                        lazy: () => import('~/shop/catalogue/manage/AddProductPage.tsx'),
                      }),
                      privatePage({
                        path: 'manageProducts',
                        lazy: () => import('~/shop/catalogue/manage/manage-route.ts'),
                      }),
                      privatePage({
                        path: 'categories/:list?',
                        lazy: () => import('~/shop/catalogue/categories/admin/categories-route.tsx'),
                      }),
                      privatePage({
                        path: 'fitments/:id',
                        lazy: () => import('~/shop/fitment/admin/fitments-route.ts'),
                      }),
                      privatePage({
                        path: 'vehicles/:list?',
                        lazy: () => import('~/shop/fitment/admin/vehicles-route.tsx'),
                      }),
                      privatePage({ path: 'audit', lazy: () => import('~/shop/audit/AuditPage.tsx') }),
                    ],
                  },
                ],
              },
            ],
          },
          {
            path: '403',
            handle: { status: 403 } satisfies Handle,
            Component: ForbiddenPage,
          },
          {
            path: badAddressPath,
            handle: { status: 414 } satisfies Handle,
            loader: () => {
              throw new Response(null, { status: 414 })
            },
          },
          {
            path: '*',
            handle: { status: 404 } satisfies Handle,
            Component: NotFoundPage,
          },
        ],
      },
    ],
  },
]
