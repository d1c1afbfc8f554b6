import { NavLink } from 'react-router'
import { urls } from '~/shop/urls.ts'

export function NavigationBar() {
  return (
    <nav aria-label="Main">
      <NavLink to={urls.home()}>Home</NavLink>
      <NavLink to={urls.shop()}>Shop</NavLink>
    </nav>
  )
}
