import { useLoaderData } from 'react-router'
import { Cell } from '~/platform/ui/Cell.tsx'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { Table } from '~/platform/ui/Table.tsx'
import { When } from '~/platform/ui/When.tsx'
import type { Listed } from '~/shop/identity/admin-get.ts'
import { ExportButton } from '~/shop/identity/ExportButton.tsx'
import { urls } from '~/shop/urls.ts'
import type { Subscription } from './contract.ts'

export function SubscriptionsPage() {
  const data = useLoaderData<Listed<Subscription> | null>()
  if (!data) return null
  return (
    <ListPage
      title="Newsletter"
      list={data}
      one="address"
      many="addresses"
      address={urls.newsletterList}
      actions={<ExportButton path={urls.api.newsletterFile()} />}
      search="Email"
      empty="No addresses"
    >
      <Table columns={['Email', 'Since']}>
        {data.rows.map(({ email, createdAt }) => (
          <tr key={email}>
            <td className="card-head font-medium break-all">{email}</td>
            <Cell name="Since">
              <When at={createdAt} />
            </Cell>
          </tr>
        ))}
      </Table>
    </ListPage>
  )
}
