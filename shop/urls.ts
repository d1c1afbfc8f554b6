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
  dashboard: () => '/dashboard',
  myProfile: () => '/dashboard/myprofile',
  forbidden: () => '/403',

  api: {
    products: (wish: ListWish = {}) => withQuery('/api/services', wish),
    product: (id: string) => `/api/service/${encodeURIComponent(id)}`,
    blogs: () => '/api/blogs',
    blog: (id: string) => `/api/blog/${encodeURIComponent(id)}`,
    reviews: (wish: ListWish = {}) => withQuery('/api/reviews', wish),
    newsletter: (email: string) => `/api/newsletter/${encodeURIComponent(email)}`,
    contact: () => '/api/contact',
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
