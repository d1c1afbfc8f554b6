import { Link, useLoaderData } from 'react-router'
import { localDay } from '~/platform/dates.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { managedTextsRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { OwnPage } from './contract.ts'

export const loader = async () => (await staffGet(managedTextsRoutes.listPages)) ?? null

/** The pages that the foot of every page leads to. */
function PagesPage() {
  const pages = useLoaderData<OwnPage[] | null>()
  if (!pages) return null
  return (
    <div className="grid max-w-3xl gap-5">
      <Title page="Pages" />
      <header className="grid gap-1">
        <h1 className="text-[28px] sm:text-[36px]">Pages</h1>
        <p className="text-muted">
          What the shop says of delivery, privacy and itself. Until you write a page, it states what the shop
          does; that is no legal advice.
        </p>
      </header>
      <ul className="panel grid divide-y divide-line shadow-none">
        {pages.map(({ _id, title, isOwn, changedAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
            <span className="grid">
              <Link to={urls.page(_id)} className="text-link">
                {title}
              </Link>
              <span className="text-sm text-muted">
                {isOwn ? `Yours since ${localDay(new Date(changedAt!))}` : 'Made by the shop'}
              </span>
            </span>
            <Link to={urls.editPage(_id)} className="btn btn-quiet btn-small">
              Edit<span className="sr-only"> {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export { PagesPage as Component }
