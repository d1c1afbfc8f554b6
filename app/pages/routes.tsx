import type { RouteObject } from 'react-router'
import { redirect } from 'react-router'
import { Loading } from '~/platform/ui/Splash.tsx'
import type { Page } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Root, rootLoader } from './Root.tsx'

/** Rendered in place of an address that the server could not read. As an error it hydrates at any address. */
export const badAddressPath = 'unreadable-address'

const errorAt = (path: string, status: number): Page => ({
  path,
  status,
  loader: () => {
    throw new Response(null, { status })
  },
})

/** Every address and the page behind it, in the order of the menus. */
export const pages: Page[] = [
  {
    path: '',
    menu: { text: 'Home', bar: 'everybody' },
    isInSitemap: true,
    query: ['subscribed'],
    lazy: () => import('~/shop/home/HomePage.tsx'),
  },
  {
    id: 'shop',
    path: 'shop/:group?/:kind?',
    menu: { text: 'Shop', bar: 'everybody' },
    isInSitemap: true,
    query: ['page', 'q', 'sort'],
    isFiltered: true,
    paged: true,
    hasCarLine: true,
    lazy: () => import('./shop-route.tsx'),
  },
  {
    path: 'compare',
    // One more than are compared: the page says so.
    idList: { name: 'parts', most: 5 },
    hasCarLine: true,
    lazy: () => import('~/shop/catalogue/compare/ComparePage.tsx'),
  },
  {
    path: 'blogs',
    menu: { text: 'Blogs', bar: 'everybody' },
    isInSitemap: true,
    query: ['page'],
    paged: true,
    lazy: () => import('~/shop/blog/BlogsPage.tsx'),
  },
  { path: 'blogs/:id', lazy: () => import('~/shop/blog/BlogPage.tsx') },
  {
    path: 'contact',
    menu: { text: 'Contact', bar: 'everybody' },
    isInSitemap: true,
    query: ['sent', 'part'],
    lazy: () => import('~/shop/contact/ContactPage.tsx'),
  },
  {
    path: 'portfolio',
    menu: { text: 'Portfolio', bar: 'signed-in' },
    isInSitemap: true,
    lazy: () => import('~/shop/portfolio/PortfolioPage.tsx'),
  },
  {
    path: 'cart',
    // Only the browser knows what a visitor has chosen.
    inBrowserOnly: true,
    hasCarLine: true,
    HydrateFallback: Loading,
    lazy: () => import('~/shop/cart/CartPage.tsx'),
  },
  { path: 'withdraw', query: ['stated'], lazy: () => import('~/shop/orders/withdrawals/WithdrawPage.tsx') },
  {
    path: 'withdraw/:id',
    // Who has the link reads what it is about: never in a cache.
    inBrowserOnly: true,
    HydrateFallback: Loading,
    lazy: () => import('~/shop/orders/withdrawals/StatementPage.tsx'),
  },
  { path: 'pages/:id', lazy: () => import('~/shop/texts/TextPage.tsx') },
  {
    path: 'garage',
    query: ['q', 'make', 'model'],
    isForThisRequest: true,
    lazy: () => import('~/shop/vehicles/garage/GaragePage.tsx'),
  },
  {
    path: 'garage/needs',
    // Only the browser knows which car it is.
    inBrowserOnly: true,
    hasCarLine: true,
    HydrateFallback: Loading,
    lazy: () => import('./needs-route.tsx'),
  },
  {
    path: 'newsletter/leave',
    query: ['left'],
    lazy: () => import('~/shop/newsletter/UnsubscribePage.tsx'),
  },
  {
    path: 'newsletter/confirm',
    query: ['confirmed'],
    lazy: () => import('~/shop/newsletter/ConfirmPage.tsx'),
  },
  {
    path: 'mailbox',
    query: ['page', 'mail', 'view'],
    isForThisRequest: true,
    lazy: () => import('~/shop/mailbox/MailboxPage.tsx'),
  },
  { path: 'login', access: 'visitors' },
  {
    path: 'register',
    access: 'visitors',
    lazy: () => import('~/shop/identity/registration/RegisterPage.tsx'),
  },
  {
    path: 'reset-password',
    access: 'visitors',
    lazy: () => import('~/shop/identity/password/ResetPasswordPage.tsx'),
  },
  {
    path: 'new-password',
    access: 'visitors',
    lazy: () => import('~/shop/identity/password/NewPasswordPage.tsx'),
  },
  {
    path: 'verify-email',
    access: 'visitors',
    lazy: () => import('~/shop/identity/registration/VerifyEmailPage.tsx'),
  },
  { path: 'appointment', loader: () => redirect(urls.dashboard()) },
  errorAt('403', 403),
  errorAt(badAddressPath, 414),
  errorAt('*', 404),

  {
    id: 'part',
    path: 'services/:id',
    access: 'signed-in',
    inBrowserOnly: false,
    hasCarLine: true,
    lazy: () => import('./product-route.tsx'),
  },
  {
    path: 'dashboard',
    access: 'signed-in',
    menu: { text: 'Dashboard', bar: 'signed-in', icon: 'home' },
    lazy: () => import('./dashboard-route.tsx'),
  },
  {
    path: 'dashboard/myprofile',
    access: 'signed-in',
    menu: { text: 'My Profile', icon: 'user' },
    lazy: () => import('~/shop/users/ProfilePage.tsx'),
  },

  {
    path: 'dashboard/orders',
    access: 'customers',
    menu: { text: 'My Orders', icon: 'box' },
    lazy: () => import('./my-orders-route.tsx'),
  },
  {
    path: 'dashboard/history',
    access: 'signed-in',
    lazy: () => import('~/shop/history/HistoryPage.tsx'),
  },
  {
    path: 'dashboard/addReview',
    access: 'customers',
    menu: { text: 'Add Review', icon: 'star' },
    lazy: () => import('~/shop/reviews/AddReviewPage.tsx'),
  },
  {
    path: 'dashboard/payment/:id',
    access: 'customers',
    foldsMenu: true,
    lazy: () => import('~/shop/orders/pay/PaymentPage.tsx'),
  },
  {
    path: 'dashboard/delivery/:id',
    access: 'signed-in',
    lazy: () => import('./purchase-route.tsx'),
  },
  {
    path: 'dashboard/withdraw',
    access: 'signed-in',
    lazy: () => import('~/shop/orders/withdrawals/MyWithdrawalsPage.tsx'),
  },
  {
    path: 'dashboard/receipt/:id',
    access: 'signed-in',
    lazy: () => import('~/shop/orders/receipts/ReceiptPage.tsx'),
  },

  {
    path: 'dashboard/allOrders',
    access: 'money',
    menu: { text: 'All Orders', icon: 'box', waiting: 'failedRefunds' },
    lazy: () => import('~/shop/orders/admin/AllOrdersPage.tsx'),
  },
  {
    path: 'dashboard/addProduct',
    access: 'catalogue',
    menu: { text: 'Add Product', icon: 'plus' },
    lazy: () => import('./product-editor-route.tsx'),
  },
  {
    path: 'dashboard/users',
    access: 'people',
    menu: { text: 'All Users', icon: 'users' },
    lazy: () => import('~/shop/users/admin/UsersPage.tsx'),
  },
  {
    path: 'dashboard/manageProducts',
    access: 'catalogue',
    menu: { text: 'Manage Products', icon: 'shelf' },
    lazy: () => import('~/shop/catalogue/manage/ManageProductsPage.tsx'),
  },
  {
    path: 'dashboard/importProducts/:id?',
    access: 'catalogue',
    lazy: () => import('~/shop/catalogue/imports/imports-route.tsx'),
  },
  {
    path: 'dashboard/parcels',
    access: 'pack',
    menu: { text: 'To pack', icon: 'truck', isMore: true, waiting: 'toPack' },
    lazy: () => import('~/shop/orders/deliver/ParcelsPage.tsx'),
  },
  {
    path: 'dashboard/parcels/slips',
    access: 'pack',
    foldsMenu: true,
    lazy: () => import('~/shop/orders/deliver/SlipsPage.tsx'),
  },
  {
    path: 'dashboard/parcels/labels',
    access: 'pack',
    foldsMenu: true,
    lazy: () => import('~/shop/orders/deliver/LabelsPage.tsx'),
  },
  {
    path: 'dashboard/returns/:list?',
    access: 'returns',
    menu: { text: 'Returns', icon: 'return', isMore: true, waiting: 'returns' },
    lazy: () => import('~/shop/orders/deposits/returns-route.tsx'),
  },
  {
    path: 'dashboard/withdrawals',
    access: 'money',
    menu: { text: 'Withdrawals', icon: 'back', isMore: true, waiting: 'withdrawals' },
    lazy: () => import('~/shop/orders/withdrawals/WithdrawalsPage.tsx'),
  },
  {
    path: 'dashboard/messages',
    access: 'people',
    menu: { text: 'Messages', icon: 'chat', isMore: true, waiting: 'messages' },
    lazy: () => import('~/shop/contact/admin/MessagesPage.tsx'),
  },
  {
    path: 'dashboard/messages/:id',
    access: 'people',
    lazy: () => import('~/shop/contact/admin/MessagePage.tsx'),
  },
  {
    path: 'dashboard/reviews/:list?',
    access: 'content',
    menu: { text: 'Reviews', icon: 'star', isMore: true, waiting: 'reviews' },
    lazy: () => import('~/shop/reviews/queue/reviews-route.tsx'),
  },
  {
    path: 'dashboard/categories/:list?',
    access: 'catalogue',
    menu: { text: 'Categories', icon: 'list', isMore: true },
    lazy: () => import('~/shop/catalogue/categories/admin/categories-route.tsx'),
  },
  {
    path: 'dashboard/vehicles/:list?',
    access: 'catalogue',
    menu: { text: 'Vehicles', icon: 'car', isMore: true },
    lazy: () => import('~/shop/fitment/admin/vehicles-route.tsx'),
  },
  {
    path: 'dashboard/newsletter',
    access: 'people',
    lazy: () => import('~/shop/newsletter/admin/SubscriptionsPage.tsx'),
  },
  {
    path: 'dashboard/newsletters',
    access: 'content',
    menu: { text: 'Newsletter', icon: 'mail', isMore: true },
    lazy: () => import('~/shop/newsletter/issues/NewslettersPage.tsx'),
  },
  {
    path: 'dashboard/newsletters/:id',
    access: 'content',
    lazy: () => import('~/shop/newsletter/issues/NewsletterPage.tsx'),
  },
  {
    path: 'dashboard/blogs',
    access: 'content',
    menu: { text: 'Blog', icon: 'question', isMore: true },
    lazy: () => import('~/shop/blog/ManageBlogsPage.tsx'),
  },
  {
    path: 'dashboard/blogs/:id',
    access: 'content',
    lazy: () => import('~/shop/blog/EditBlogPage.tsx'),
  },
  {
    path: 'dashboard/pages',
    access: 'content',
    menu: { text: 'Pages', icon: 'page', isMore: true },
    lazy: () => import('~/shop/texts/PagesPage.tsx'),
  },
  {
    path: 'dashboard/pages/:id',
    access: 'content',
    lazy: () => import('~/shop/texts/EditPagePage.tsx'),
  },
  {
    path: 'dashboard/settings/:section?',
    access: 'settings',
    menu: { text: 'Shop settings', icon: 'pin', isMore: true },
    lazy: () => import('~/shop/business/SettingsPage.tsx'),
  },
  {
    path: 'dashboard/books',
    access: 'money',
    menu: { text: 'Books', icon: 'book', isMore: true },
    lazy: () => import('~/shop/orders/books/BooksPage.tsx'),
  },
  {
    path: 'dashboard/discounts',
    access: 'money',
    menu: { text: 'Discount codes', icon: 'tag', isMore: true },
    lazy: () => import('~/shop/discounts/admin/DiscountsPage.tsx'),
  },
  {
    path: 'dashboard/settings/delivery',
    access: 'settings',
    lazy: () => import('~/shop/rates/DeliveryPage.tsx'),
  },
  {
    path: 'dashboard/settings/tax',
    access: 'settings',
    lazy: () => import('~/shop/rates/TaxPage.tsx'),
  },
  {
    path: 'dashboard/programs/:list?',
    access: 'people',
    menu: { text: 'Other programs', icon: 'plug', isMore: true },
    lazy: () => import('~/shop/programs/programs-route.tsx'),
  },
  {
    path: 'dashboard/audit',
    access: 'people',
    menu: { text: 'Audit Trail', icon: 'clock', isMore: true },
    lazy: () => import('~/shop/audit/AuditPage.tsx'),
  },
  { path: 'dashboard/mails', access: 'people', lazy: () => import('~/shop/mails/MailsPage.tsx') },
  {
    path: 'dashboard/products/:id',
    access: 'catalogue',
    lazy: () => import('./product-editor-route.tsx'),
  },
  {
    path: 'dashboard/fitments/:id',
    access: 'catalogue',
    lazy: () => import('~/shop/fitment/admin/FitmentsPage.tsx'),
  },
]

const isGuarded = ({ access }: Page) => access !== undefined && access !== 'visitors'

const routesOf = (isHere: (page: Page) => boolean) =>
  pages.filter(isHere).map(
    (page): RouteObject => ({
      ...page,
      handle: { ...page, inBrowserOnly: page.inBrowserOnly ?? isGuarded(page) },
    }),
  )

/** Lets those through to the pages below it who may see them; until that is known, something turns. */
const guard = (children: RouteObject[]): RouteObject => ({
  children,
  HydrateFallback: Loading,
  lazy: async () => ({ Component: (await import('~/shop/identity/session/Guard.tsx')).Guard }),
})

/** One page for visitors, who see a part beside the log-in. */
const isPartOrLogin = ({ id, path }: Page) => id === 'part' || path === 'login'

/** One place for errors above all pages, a guard before those that are not for everybody. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    // Its data travels with the page: what the server does is no script of the browser.
    loader: import.meta.env.SSR ? rootLoader : () => null,
    shouldRevalidate: () => false,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...routesOf((page) => !isGuarded(page) && !page.hasCarLine && !isPartOrLogin(page)),
          { lazy: () => import('./LoginBesidePart.tsx'), children: routesOf(isPartOrLogin) },
          {
            lazy: () => import('./CarLine.tsx'),
            children: routesOf((page) => !isGuarded(page) && page.hasCarLine === true),
          },
          guard([
            {
              id: 'dashboard',
              handle: { inBrowserOnly: true },
              lazy: () => import('~/shop/users/DashboardLayout.tsx'),
              children: routesOf((page) => isGuarded(page) && !isPartOrLogin(page)),
            },
          ]),
        ],
      },
    ],
  },
]
