import { useLoaderData } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, Table } from '~/platform/lists/Table.tsx'
import { managedNewsletterRoutes } from '~/shop/admin-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import type { Subscription } from '../contract.ts'

export { SubscriptionsPage as Component }

export const loader = listLoader(managedNewsletterRoutes.listSubscriptions)

function SubscriptionsPage() {
  const data = useLoaderData<Listed<Subscription> | null>()
  if (!data) return null
  return (
    <ListPage
      title="Newsletter"
      list={data}
      one="address"
      many="addresses"
      actions={<ExportButton download={() => fetchAs(managedNewsletterRoutes.exportSubscriptions)} />}
      search="Email"
      empty="No addresses"
    >
      <Table columns={['Email', 'Since']}>
        {data.rows.map(({ email, createdAt }) => (
          <tr key={email}>
            <td className="card-head font-medium break-all">{email}</td>
            <Cell name="Since">
              <DateTime at={createdAt} />
            </Cell>
          </tr>
        ))}
      </Table>
    </ListPage>
  )
}
