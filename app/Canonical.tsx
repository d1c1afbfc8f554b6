import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { Handle } from './routes.tsx'
import type { PublicSettings } from './settings.ts'

/** The address that a public page is known by, for search engines and for sharing. React moves it to the head. */
export function Canonical() {
  const settings = useRouteLoaderData<PublicSettings>('root')
  const { pathname, search } = useLocation()
  const handle = useMatches().at(-1)?.handle as Handle | undefined
  if (!settings || handle?.status || handle?.inBrowserOnly) return null
  const isPart = /[?&](q|brand|attr|price|stock)/.test(search)
  const page = handle?.paged && !isPart ? Number(new URLSearchParams(search).get('page')) : 1
  return <link rel="canonical" href={settings.publicUrl + pathname + (page > 1 ? `?page=${page}` : '')} />
}
