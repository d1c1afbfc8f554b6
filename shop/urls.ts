/** Every address of the shop, as a function. */
export const urls = {
  home: () => '/',
  shop: (wish: ShopWish = {}) => withQuery('/shop', wish),
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
  mailbox: (wish: ShopWish = {}) => withQuery('/mailbox', wish),
  dashboard: () => '/dashboard',
  myProfile: () => '/dashboard/myprofile',
  myOrders: (wish: StateWish = {}) => withQuery('/dashboard/orders', wish),
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  addReview: () => '/dashboard/addReview',
  addProduct: () => '/dashboard/addProduct',
  manageProducts: (wish: ManageWish = {}) => withQuery('/dashboard/manageProducts', wish),
  audit: (wish: ShopWish = {}) => withQuery('/dashboard/audit', wish),
  allOrders: (wish: StateWish = {}) => withQuery('/dashboard/allOrders', wish),
  users: (wish: ShopWish = {}) => withQuery('/dashboard/users', wish),
  messages: (wish: StateWish = {}) => withQuery('/dashboard/messages', wish),
  newsletterList: (wish: ShopWish = {}) => withQuery('/dashboard/newsletter', wish),
  undeliveredMails: (wish: ShopWish = {}) => withQuery('/dashboard/mails', wish),
  receipt: (orderId: string) => `/dashboard/receipt/${encodeURIComponent(orderId)}`,

  api: {
    /** Notices of changes, also of those in the last so many seconds. */
    live: (seconds: number) => `/api/live?seconds=${seconds}`,
    products: (wish: ListWish = {}) => withQuery('/api/services', wish),
    addProduct: () => '/api/services',
    changeProduct: (id: string) => `/api/services/${encodeURIComponent(id)}`,
    productDetails: (id: string) => `/api/services/${encodeURIComponent(id)}/details`,
    manageProducts: (wish: ManageWish) => withQuery('/api/manage/services', wish),
    exportProducts: () => '/api/manage/services.csv',
    importProducts: () => '/api/manage/services/import',
    images: () => '/api/images',
    audit: (wish: ListWish) => withQuery('/api/audit', wish),
    product: (id: string) => `/api/service/${encodeURIComponent(id)}`,
    blogs: () => '/api/blogs',
    blog: (id: string) => `/api/blog/${encodeURIComponent(id)}`,
    reviews: (wish: ListWish = {}) => withQuery('/api/reviews', wish),
    reviewSummary: () => '/api/reviews/summary',
    addReview: () => '/api/review',
    orders: () => '/api/orders',
    allOrders: (wish: StateWish = {}) => withQuery('/api/orders', wish),
    ordersFile: (wish: StateWish = {}) => withQuery('/api/orders.csv', wish),
    refunds: (wish: ListWish = {}) => withQuery('/api/refunds', wish),
    retryRefund: (id: string) => `/api/refunds/${encodeURIComponent(id)}/retry`,
    closeRefund: (id: string) => `/api/refunds/${encodeURIComponent(id)}/close`,
    undeliveredMails: (wish: ListWish = {}) => withQuery('/api/mails', wish),
    retryMail: (id: string) => `/api/mails/${encodeURIComponent(id)}/retry`,
    deleteMail: (id: string) => `/api/mails/${encodeURIComponent(id)}`,
    refund: (id: string) => `/api/orders/${encodeURIComponent(id)}/refund`,
    users: (wish: ListWish = {}) => withQuery('/api/users', wish),
    myData: () => '/api/my-data',
    myAccount: () => '/api/my-account',
    deleteMyAccount: () => '/api/my-account/delete',
    /** PUT makes one, DELETE removes one. */
    admin: (email: string) => `/user/admin/${encodeURIComponent(email)}`,
    messages: (wish: StateWish = {}) => withQuery('/api/messages', wish),
    message: (id: string) => `/api/messages/${encodeURIComponent(id)}`,
    messagesFile: () => '/api/messages.csv',
    newsletterList: (wish: ListWish = {}) => withQuery('/api/newsletter', wish),
    newsletterFile: () => '/api/newsletter.csv',
    summary: () => '/api/summary',
    ordersOf: (email: string, wish: StateWish = {}) =>
      withQuery(`/api/orders/${encodeURIComponent(email)}`, wish),
    order: (id: string) => `/api/order/${encodeURIComponent(id)}`,
    cancelOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
    newsletter: (email: string) => `/api/newsletter/${encodeURIComponent(email)}`,
    contact: () => '/api/contact',
    mailbox: (wish: ShopWish = {}) => withQuery('/api/mailbox', wish),
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

export type ShopWish = { page?: number; q?: string; sort?: string; from?: string }
export type ListWish = ShopWish & { limit?: number }
export type ManageWish = ListWish & { stock?: string }
type StateWish = ListWish & { state?: string }

/** Leaves out what is empty or the default, so that one view has one address. */
function withQuery(path: string, wish: ManageWish & StateWish) {
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
