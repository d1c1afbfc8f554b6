import type { RouteObject } from 'react-router'
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
