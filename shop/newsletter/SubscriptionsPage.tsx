import { useLoaderData } from 'react-router'
import { rowsPerPage } from '~/platform/pages/list-query.ts'
import { Cell } from '~/platform/ui/Cell.tsx'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { ListSearch } from '~/platform/ui/ListSearch.tsx'
import { When } from '~/platform/ui/When.tsx'
import { ExportButton } from '~/shop/identity/ExportButton.tsx'
import { urls } from '~/shop/urls.ts'
import type { SubscriptionsData } from './list-route.ts'

export function SubscriptionsPage() {
  const data = useLoaderData<SubscriptionsData | null>()
  if (!data) return null
  const { subscriptions, total, page, q } = data
  return (
    <ListPage
      title="Newsletter"
      total={total}
      one="address"
      many="addresses"
      page={page}
      perPage={rowsPerPage}
      address={(number) => urls.newsletterList({ page: number, q })}
      actions={<ExportButton path={urls.api.newsletterFile()} />}
      tools={
        <ListSearch
          label="Search addresses"
          placeholder="Email"
          q={q}
          address={(words) => urls.newsletterList({ q: words })}
        />
      }
      empty="No addresses"
    >
      <table className="cards-when-narrow">
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map(({ email, createdAt }) => (
            <tr key={email}>
              <td className="card-head font-medium break-all">{email}</td>
              <Cell name="Since">
                <When at={createdAt} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </ListPage>
  )
}
