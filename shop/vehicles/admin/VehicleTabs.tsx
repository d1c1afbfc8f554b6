import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { urls } from '~/shop/urls.ts'

/** What is known about cars, and what parts say about them. */
export const VehicleTabs = () => (
  <nav aria-label="Lists about cars" className="mb-5 flex flex-wrap gap-1">
    <MenuLink to={urls.vehicles()} end className="nav-link">
      Vehicles
    </MenuLink>
    <MenuLink to={urls.vehicles('questions')} end className="nav-link">
      Questions
    </MenuLink>
    <MenuLink to={urls.vehicles('doubtful')} end className="nav-link">
      Doubtful fits
    </MenuLink>
  </nav>
)
