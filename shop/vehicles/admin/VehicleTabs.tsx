import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { urls } from '~/shop/urls.ts'

/** What is known about cars, and what parts say about them. */
export const VehicleTabs = () => (
  <nav aria-label="Lists about cars" className="tabs mb-5">
    <MenuLink to={urls.vehicles()} end className="tab">
      Vehicles
    </MenuLink>
    <MenuLink to={urls.vehicles('questions')} end className="tab">
      Questions
    </MenuLink>
    <MenuLink to={urls.vehicles('doubtful')} end className="tab">
      Doubtful fits
    </MenuLink>
  </nav>
)
