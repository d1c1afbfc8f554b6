import type { Role } from '~/platform/roles.ts'
import type { Page } from '~/shop/page.ts'
import { addressOfPage, maySee } from '~/shop/page.ts'

/** The pages of the dashboard that a user may open, with their entries in its menu. */
export const menuFor = (pages: Page[], { role }: { role: Role }) =>
  pages.flatMap((page) => {
    const { access, menu: { text, icon, isMore = false, waiting } = {} } = page
    return icon && text && maySee(access, role)
      ? [{ to: addressOfPage(page), text, icon, isMore, waiting }]
      : []
  })
