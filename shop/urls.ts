/** Every address of the shop, as a function. */
export const urls = {
  home: () => '/',
  shop: (wish: ShopWish = {}) => withQuery('/shop', wish),
  product: (id: string) => `/services/${encodeURIComponent(id)}`,
  blogs: () => '/blogs',
  blog: (id: string) => `/blogs/${encodeURIComponent(id)}`,
  contact: () => '/contact',
  newsletter: () => '/newsletter',
  portfolio: () => '/portfolio',
  login: () => '/login',
  appointment: () => '/appointment',
  register: () => '/register',
  resetPassword: () => '/reset-password',
  // Behind the #, a token is never sent to a server, written to a log or told to another site.
  newPassword: (token: string) => `/new-password#${token}`,
  verifyEmail: (token: string) => `/verify-email#${token}`,
  dashboard: () => '/dashboard',
  myOrders: (wish: ShopWish = {}) => withQuery('/dashboard/orders', wish),
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  addReview: () => '/dashboard/addReview',
  myProfile: () => '/dashboard/myprofile',
  forbidden: () => '/403',

  /** Doors of the identity provider. */
  identity: {
    logIn: () => '/identity/sign-in/email',
    google: () => '/identity/sign-in/social',
    popupDone: () => '/identity/popup-done',
    register: () => '/identity/sign-up/email',
    verifyEmail: () => '/identity/verify-email',
    askForReset: () => '/identity/request-password-reset',
    resetPassword: () => '/identity/reset-password',
    sendCode: () => '/identity/two-factor/send-otp',
    checkCode: () => '/identity/two-factor/verify-otp',
    token: () => '/identity/token',
    logOut: () => '/identity/sign-out',
  },

  api: {
    user: (email: string) => `/api/user/${encodeURIComponent(email)}`,
    role: (email: string) => `/admin/${encodeURIComponent(email)}`,
    profile: (email: string) => `/api/profile/${encodeURIComponent(email)}`,
    secondFactor: () => '/api/second-factor',
    secondFactorCode: () => '/api/second-factor/code',
    removeSecondFactor: () => '/api/second-factor/remove',
    sessions: () => '/api/sessions',
    session: (id: string) => `/api/sessions/${encodeURIComponent(id)}`,
    products: (wish: ListWish = {}) => withQuery('/api/services', wish),
    product: (id: string) => `/api/service/${encodeURIComponent(id)}`,
    blogs: () => '/api/blogs',
    blog: (id: string) => `/api/blog/${encodeURIComponent(id)}`,
    reviews: (wish: ListWish = {}) => withQuery('/api/reviews', wish),
    reviewSummary: () => '/api/reviews/summary',
    addReview: () => '/api/review',
    orders: () => '/api/orders',
    ordersOf: (email: string, wish: ListWish = {}) =>
      withQuery(`/api/orders/${encodeURIComponent(email)}`, wish),
    order: (id: string) => `/api/order/${encodeURIComponent(id)}`,
    cancelOrder: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
    newsletter: (email: string) => `/api/newsletter/${encodeURIComponent(email)}`,
    contact: () => '/api/contact',
    payConfig: () => '/api/pay-config',
    startPayment: () => '/create-payment-intent',
  },
}

export type ShopWish = { page?: number; q?: string; sort?: string }
export type ListWish = ShopWish & { limit?: number }

/** Leaves out what is empty or the default, so that one view has one address. */
function withQuery(path: string, wish: ListWish) {
  const query = new URLSearchParams()
  if (wish.q) query.set('q', wish.q)
  if (wish.sort && wish.sort !== 'featured') query.set('sort', wish.sort)
  if (wish.page && (wish.page > 1 || wish.limit)) query.set('page', String(wish.page))
  if (wish.limit) query.set('limit', String(wish.limit))
  return query.size > 0 ? `${path}?${query}` : path
}
