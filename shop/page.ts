import { createContext } from 'react'
import type { RouteObject } from 'react-router'
import { useMatches, useRouteLoaderData } from 'react-router'
import type { Permission, Role } from '~/platform/roles.ts'
import { isStaff, may } from '~/platform/roles.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'

/** Whom a page is for. */
export type PageAccess = 'visitors' | 'signed-in' | 'customers' | Permission

export function maySee(access: PageAccess | undefined, role: Role) {
  if (access === undefined || access === 'visitors' || access === 'signed-in') return true
  return access === 'customers' ? !isStaff(role) : may(role, access)
}

/** What waits for an admin. */
type Waiting =
  | 'toPack'
  | 'needsAddress'
  | 'returns'
  | 'oldParts'
  | 'messages'
  | 'withdrawals'
  | 'statements'
  | 'failedRefunds'
  | 'reviews'

/** All that is said of a page: its route, guard, menus, sitemap, canonical address and the way back to it follow. */
export type Page = Pick<RouteObject, 'id' | 'lazy' | 'loader' | 'Component' | 'HydrateFallback'> & {
  path: string
  /** Without a word, everybody. Those for visitors are on the way to a log-in: nothing to come back to. */
  access?: PageAccess
  /** In the bar of every page, or with an icon in the menu of the dashboard. */
  menu?: {
    text: string
    bar?: 'everybody' | 'signed-in'
    icon?: IconName
    /** Below the others, under More. */
    isMore?: boolean
    /** What waits there, of which the menu shows the number. */
    waiting?: Waiting
  }
  /** Is about parts for a car: the line under the bar says for which. */
  hasCarLine?: boolean
  /** A public page that search engines shall know of. */
  isInSitemap?: boolean
  /** Parameters of the address that the server understands. */
  query?: string[]
  /** Can be narrowed by filters: with any of them the page is rendered for the request and not cached. */
  isFiltered?: boolean
  /**
   * A parameter with ids: the same ones in another order are the same page. There is no end of them, so what is not
   * cached yet is as rare for a network as pages with filters.
   */
  idList?: { name: string; most: number }
  /** A long list: `page` makes it another page. */
  paged?: boolean
  status?: number
  /** Depends on who asks: rendered for each request, and never cached. */
  isForThisRequest?: boolean
  /** One thing is to be done here, in all the room there is: the menu of the dashboard is folded. */
  foldsMenu?: boolean
  /**
   * The server sends an empty shell, the browser loads the rest. So is every page that is not for everybody, unless it says
   * no: then it shows what a visitor may see of it beside the log-in, to which the browser leads.
   */
  inBrowserOnly?: boolean
}

/** Every page of the shop, for those that must know of another one. */
export const PagesContext = createContext<Page[]>([])

/** On a page of the dashboard: how many of each wait. None for others than admins, and until it is known. */
export const useWaiting = (): Partial<Record<Waiting, { count: number }>> =>
  useRouteLoaderData('dashboard') ?? {}

export const useHasCarLine = () =>
  useMatches().some(({ handle }) => (handle as Partial<Page> | undefined)?.hasCarLine === true)

/** Without what may be left out of it. */
export const addressOfPage = ({ path }: Page) => `/${path.replace(/\/:\w+\?/g, '')}`

/** Where the menu of a phone takes in the pages of the dashboard, while one is there. */
export const phoneMenuId = 'phone-menu'

/** The pages of the dashboard that a user may open, with their entries in its menu. */
export const menuFor = (pages: Page[], { role }: { role: Role }) =>
  pages.flatMap((page) => {
    const { access, menu: { text, icon, isMore = false, waiting } = {} } = page
    return icon && text && maySee(access, role)
      ? [{ to: addressOfPage(page), text, icon, isMore, waiting }]
      : []
  })
