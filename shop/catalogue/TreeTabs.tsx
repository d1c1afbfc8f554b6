import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { urls } from '~/shop/urls.ts'

/** By what parts are found: three lists that belong together. */
export const TreeTabs = () => (
  <nav aria-label="How parts are found" className="flex flex-wrap gap-1">
    <MenuLink to={urls.categories()} end className="nav-link">
      Categories
    </MenuLink>
    <MenuLink to={urls.categories('attributes')} end className="nav-link">
      Attributes
    </MenuLink>
    <MenuLink to={urls.categories('synonyms')} end className="nav-link">
      Synonyms
    </MenuLink>
  </nav>
)
