import type { Page } from '~/shop/page.ts'
import { addressOf } from '~/shop/page.ts'

/** The pages of the dashboard that a user may open, with their entries in its menu. */
export const menuFor = (pages: Page[], { admin }: { admin: boolean }) =>
  pages.flatMap((page) => {
    const { access, menu: { text, icon, isMore = false, waiting } = {} } = page
    const isOpen = access === 'signed-in' || access === (admin ? 'admins' : 'customers')
    return icon && text && isOpen ? [{ to: addressOf(page), text, icon, isMore, waiting }] : []
  })
