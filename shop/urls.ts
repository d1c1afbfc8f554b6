import { withQuery } from '~/platform/client/route.ts'
import { filterNames } from './catalogue/filter-names.ts'
import type { Filters } from './catalogue/list-filters.ts'

/** Every page of the shop, as a function; the API has its routes in each area. */
export const urls = {
  home: () => '/',
  shop: ({ path, ...query }: ShopPageQuery = {}) =>
    withView(path ? `/shop/${encodeURI(path)}` : '/shop', query),
  cart: () => '/cart',
  garage: (query: { q?: string; make?: string; model?: string } = {}) => withQuery('/garage', query),
  needs: () => '/garage/needs',
  product: (id: string) => `/services/${encodeURIComponent(id)}`,
  compare: (parts: string[]) => withQuery('/compare', { parts: parts.join(',') }),
  blogs: (query: PageQuery = {}) => withView('/blogs', query),
  blog: (id: string) => `/blogs/${encodeURIComponent(id)}`,
  page: (id: string) => `/pages/${encodeURIComponent(id)}`,
  /** About a part, if one is named. */
  contact: (query: { part?: string } = {}) => withQuery('/contact', query),
  newsletter: () => '/newsletter',
  leaveNewsletter: (link?: { email: string; signature: string }) =>
    link ? `/newsletter/leave?${new URLSearchParams(link)}` : '/newsletter/leave',
  confirmNewsletter: (link?: { id: string; until: string; signature: string }) =>
    link ? `/newsletter/confirm?${new URLSearchParams(link)}` : '/newsletter/confirm',
  login: () => '/login',
  forbidden: () => '/403',
  appointment: () => '/appointment',
  register: () => '/register',
  resetPassword: () => '/reset-password',
  mailbox: (query: { mail?: string; view?: string; page?: number } = {}) =>
    withQuery('/mailbox', query, defaults),
  dashboard: () => '/dashboard',
  myProfile: () => '/dashboard/myprofile',
  myOrders: (query: StatePageQuery = {}) => withView('/dashboard/orders', query),
  serviceHistory: () => '/dashboard/history',
  payment: (orderId: string) => `/dashboard/payment/${encodeURIComponent(orderId)}`,
  addReview: (query: { part?: string } = {}) => withQuery('/dashboard/addReview', query),
  /** With an id, one that the shop works on by itself. */
  importProducts: (id = '') => `/dashboard/importProducts${id && `/${id}`}`,
  /** With the id of another one, everything of that one is in the form already. */
  addProduct: (copy = '') => withQuery('/dashboard/addProduct', { copy }),
  editProduct: (id: string) => `/dashboard/products/${encodeURIComponent(id)}`,
  manageProducts: (query: ManagePageQuery = {}) => withView('/dashboard/manageProducts', query),
  fitments: (productId: string, query: PageQuery = {}) =>
    withView(`/dashboard/fitments/${encodeURIComponent(productId)}`, query),
  vehicles: (list = '', query: StatePageQuery = {}) =>
    withView(`/dashboard/vehicles${list && `/${list}`}`, query),
  categories: (list = '') => `/dashboard/categories${list && `/${list}`}`,
  allOrders: (query: StatePageQuery = {}) => withView('/dashboard/allOrders', query),
  messages: (query: StatePageQuery = {}) => withView('/dashboard/messages', query),
  message: (id: string) => `/dashboard/messages/${encodeURIComponent(id)}`,
  /** What waits; `reviews` and `questions` are lists of all. */
  reviewQueue: (list = '') => `/dashboard/reviews${list && `/${list}`}`,
  newsletters: (query: StatePageQuery = {}) => withView('/dashboard/newsletters', query),
  editNewsletter: (id: string) => `/dashboard/newsletters/${encodeURIComponent(id)}`,
  subscribers: () => '/dashboard/newsletter',
  manageBlogs: () => '/dashboard/blogs',
  editBlog: (id: string) => `/dashboard/blogs/${encodeURIComponent(id)}`,
  pages: () => '/dashboard/pages',
  editPage: (id: string) => `/dashboard/pages/${encodeURIComponent(id)}`,
  settings: (section = '') => `/dashboard/settings${section && `/${section}`}`,
  programs: (list = '') => `/dashboard/programs${list && `/${list}`}`,
  undeliveredMails: () => '/dashboard/mails',
  /** By the id of any of its orders. */
  purchase: (orderId: string) => `/dashboard/delivery/${encodeURIComponent(orderId)}`,
  parcels: (query: StatePageQuery = {}) => withView('/dashboard/parcels', query),
  slips: (ids: string[]) => withQuery('/dashboard/parcels/slips', { ids: ids.join(',') }),
  labels: (ids: string[]) => withQuery('/dashboard/parcels/labels', { ids: ids.join(',') }),
  withdrawals: (query: StatePageQuery = {}) => withView('/dashboard/withdrawals', query),
  /** For everybody; by the link of a mail it is about that statement. */
  withdraw: (...statementId: string[]) => ['/withdraw', ...statementId].join('/'),
  myWithdrawals: () => '/dashboard/withdraw',
  returns: (query: StatePageQuery = {}) => withView('/dashboard/returns', query),
  oldParts: (query: StatePageQuery = {}) => withView('/dashboard/returns/old-parts', query),
  receipt: (orderId: string) => `/dashboard/receipt/${encodeURIComponent(orderId)}`,
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
/** With the path of a category, below its group, and what the list is narrowed to. */
export type ShopPageQuery = PageQuery & { path?: string } & Partial<Filters>
export type ManagePageQuery = PageQuery & { stock?: string; visibility?: string }
type StatePageQuery = PageQuery & { state?: string }

const defaults = { state: 'all', sort: 'featured', page: 1 }

const order = ['q', ...filterNames, 'visibility', 'state', 'sort', 'from', 'page'] as const

/** Always in the same order, so that one view has one address. */
const withView = (path: string, query: ManagePageQuery & StatePageQuery & ShopPageQuery) =>
  withQuery(path, Object.fromEntries(order.map((name) => [name, query[name]])), defaults)
