import { useRouteLoaderData } from 'react-router'
import { createStore } from '~/platform/client/store.ts'
import type { PublicBusiness } from './fields.ts'

/** What was changed since the page was sent. */
export const changedBusiness = createStore<PublicBusiness | undefined>(undefined)

/** What the shop says of itself; it travels with every page. */
export function useBusiness() {
  const changed = changedBusiness.use((now) => now)
  const sent = useRouteLoaderData<{ business: PublicBusiness }>('root')
  return (changed ?? sent?.business)!
}
