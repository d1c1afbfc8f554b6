import { Link, useLoaderData } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { may } from '~/platform/roles.ts'
import { issuesRoutes } from '~/shop/admin-routes.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedNewsletter } from './contract.ts'
import { NewsletterChip } from './NewsletterChip.tsx'
import { newsletterFilters } from './rules.ts'

export const loader = listLoader(issuesRoutes.listNewsletters, newsletterFilters)

const filterNames = { all: 'All', draft: 'Drafts', sending: 'Under way', done: 'Sent' }

/** The newsletters for those who write them. */
function NewslettersPage() {
  const data = useLoaderData<Listed<ListedNewsletter> | null>()
  const session = useSession()
  if (!data || session.status !== 'signed-in') return null
  return (
    <ListPage
      title="Newsletter"
      list={data}
      one="newsletter"
      actions={
        <span className="flex flex-wrap gap-3">
          {may(session.user.role, 'people') && (
            <Link to={urls.subscribers()} className="btn btn-quiet">
              Subscribers
            </Link>
          )}
          <Link to={urls.editNewsletter('new')} className="btn btn-main">
            New newsletter
          </Link>
        </span>
      }
      search="Words of the subject"
      states={filterNames}
      next="Older"
      empty="No newsletters"
    >
      <ul className="panel grid divide-y divide-line shadow-none">
        {data.rows.map(({ _id, subject, state, changedAt, startedAt, recipients }) => (
          <li key={_id} className="grid gap-1 px-5 py-3">
            <Link
              to={urls.editNewsletter(_id)}
              className="text-link justify-self-start [overflow-wrap:anywhere]"
            >
              {subject}
            </Link>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <NewsletterChip state={state} />
              <span>
                {startedAt ? 'Sent ' : 'Saved '}
                <DateTime at={startedAt ?? changedAt} />
                {recipients !== undefined && ` to ${countOf(recipients, 'reader')}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </ListPage>
  )
}

export { NewslettersPage as Component }
