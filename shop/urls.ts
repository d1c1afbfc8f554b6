/** Every address of the shop, as a function. */
export const urls = {
  home: () => '/',
  shop: (query: PageQuery = {}) => withQuery('/shop', query),
  product: (id: string) => `/services/${encodeURIComponent(id)}`,
  blogs: () => '/blogs',
  blog: (id: string) => `/blogs/${encodeURIComponent(id)}`,
  contact: () => '/contact',
  newsletter: () => '/newsletter',
  leaveNewsletter: (link?: { email: string; signature: string }) =>
    link ? `/newsletter/leave?${new URLSearchParams(link)}` : '/newsletter/leave',
  portfolio: () => '/portfolio',
  login: () => '/login',
  appointment: () => '/appointment',
  register: () => '/register',
  resetPassword: () => '/reset-password',
  mailbox: (wish: PageQuery = {}) => withQuery('/mailbox', wish),
  dashboard: () => '/dashboard',
  myProfile: () => '/dashboard/myprofile',
  myOrders: (wish: StatePageQuery = {}) => withQuery('/dashboard/orders', wish),
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  addReview: () => '/dashboard/addReview',
  addProduct: () => '/dashboard/addProduct',
  manageProducts: (wish: ManagePageQuery = {}) => withQuery('/dashboard/manageProducts', wish),
  audit: (wish: PageQuery = {}) => withQuery('/dashboard/audit', wish),
  allOrders: (wish: StatePageQuery = {}) => withQuery('/dashboard/allOrders', wish),
  users: (wish: PageQuery = {}) => withQuery('/dashboard/users', wish),
  messages: (wish: StatePageQuery = {}) => withQuery('/dashboard/messages', wish),
  newsletterList: (wish: PageQuery = {}) => withQuery('/dashboard/newsletter', wish),
  undeliveredMails: (wish: PageQuery = {}) => withQuery('/dashboard/mails', wish),
  receipt: (orderId: string) => `/dashboard/receipt/${encodeURIComponent(orderId)}`,

  api: {
    /** Notices of changes, also of those in the last so many seconds. */
    live: (seconds: number) => `/api/live?seconds=${seconds}`,
    products: (wish: ListPageQuery = {}) => withQuery('/api/services', wish),
    addProduct: () => '/api/services',
    changeProduct: (id: string) => `/api/services/${encodeURIComponent(id)}`,
    productDetails: (id: string) => `/api/services/${encodeURIComponent(id)}/details`,
    manageProducts: (wish: ManagePageQuery) => withQuery('/api/manage/services', wish),
    exportProducts: () => '/api/manage/services.csv',
    importProducts: () => '/api/manage/services/import',
    images: () => '/api/images',
    audit: (wish: ListPageQuery) => withQuery('/api/audit', wish),
    product: (id: string) => `/api/service/${encodeURIComponent(id)}`,
    blogs: () => '/api/blogs',
    blog: (id: string) => `/api/blog/${encodeURIComponent(id)}`,
    reviews: (wish: ListPageQuery = {}) => withQuery('/api/reviews', wish),
    reviewSummary: () => '/api/reviews/summary',
    addReview: () => '/api/review',
    orders: () => '/api/orders',
    allOrders: (wish: StatePageQuery = {}) => withQuery('/api/orders', wish),
    ordersFile: (wish: StatePageQuery = {}) => withQuery('/api/orders.csv', wish),
    refunds: (wish: ListPageQuery = {}) => withQuery('/api/refunds', wish),
    retryRefund: (id: string) => `/api/refunds/${encodeURIComponent(id)}/retry`,
    closeRefund: (id: string) => `/api/refunds/${encodeURIComponent(id)}/close`,
    undeliveredMails: (wish: ListPageQuery = {}) => withQuery('/api/mails', wish),
    retryMail: (id: string) => `/api/mails/${encodeURIComponent(id)}/retry`,
    deleteMail: (id: string) => `/api/mails/${encodeURIComponent(id)}`,
    refund: (id: string) => `/api/orders/${encodeURIComponent(id)}/refund`,
    users: (wish: ListPageQuery = {}) => withQuery('/api/users', wish),
    myData: () => '/api/my-data',
    myAccount: () => '/api/my-account',
    deleteMyAccount: () => '/api/my-account/delete',
    /** PUT makes one, DELETE removes one. */
    admin: (email: string) => `/user/admin/${encodeURIComponent(email)}`,
    messages: (wish: StatePageQuery = {}) => withQuery('/api/messages', wish),
    message: (id: string) => `/api/messages/${encodeURIComponent(id)}`,
    messagesFile: () => '/api/messages.csv',
    newsletterList: (wish: ListPageQuery = {}) => withQuery('/api/newsletter', wish),
    newsletterFile: () => '/api/newsletter.csv',
    summary: () => '/api/summary',
    ordersOf: (email: string, wish: StatePageQuery = {}) =>
      withQuery(`/api/orders/${encodeURIComponent(email)}`, wish),
    order: (id: string) => `/api/order/${encodeURIComponent(id)}`,
    cancelOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
    newsletter: (email: string) => `/api/newsletter/${encodeURIComponent(email)}`,
    contact: () => '/api/contact',
    mailbox: (wish: PageQuery = {}) => withQuery('/api/mailbox', wish),
    payConfig: () => '/api/pay-config',
    startPayment: () => '/create-payment-intent',
  },
}

/** The id of the product whose page this is; undefined for any other address. */
export function productIn(address: unknown) {
  const [, id] = /^\/services\/([^/?#]+)\/?$/.exec(String(address)) ?? []
  try {
    return id && decodeURIComponent(id)
  } catch {
    return undefined
  }
}

export type PageQuery = { page?: number; q?: string; sort?: string; from?: string }
export type ListPageQuery = PageQuery & { limit?: number }
export type ManagePageQuery = ListPageQuery & { stock?: string }
type StatePageQuery = ListPageQuery & { state?: string }

/** Leaves out what is empty or the default, so that one view has one address. */
function withQuery(path: string, wish: ManagePageQuery & StatePageQuery) {
  const query = new URLSearchParams()
  if (wish.q) query.set('q', wish.q)
  if (wish.state && wish.state !== 'all') query.set('state', wish.state)
  if (wish.sort && wish.sort !== 'featured') query.set('sort', wish.sort)
  if (wish.stock) query.set('stock', wish.stock)
  if (wish.from) query.set('from', wish.from)
  if (wish.page && (wish.page > 1 || wish.limit)) query.set('page', String(wish.page))
  if (wish.limit) query.set('limit', String(wish.limit))
  return query.size > 0 ? `${path}?${query}` : path
}
