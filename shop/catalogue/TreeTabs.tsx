import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { urls } from '~/shop/urls.ts'

/** By what parts are found: three lists that belong together. */
export const TreeTabs = () => (
  <nav aria-label="How parts are found" className="tabs">
    <MenuLink to={urls.categories()} end className="tab">
      Categories
    </MenuLink>
    <MenuLink to={urls.categories('attributes')} end className="tab">
      Attributes
    </MenuLink>
    <MenuLink to={urls.categories('synonyms')} end className="tab">
      Synonyms
    </MenuLink>
  </nav>
)
