import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { managedNewsletterRoutes } from '~/shop/admin-routes.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Subscription } from '../contract.ts'

export { SubscriptionsPage as Component }

export const loader = listLoader(managedNewsletterRoutes.listSubscriptions)

const stateNames = {
  subscribed: 'Subscribed',
  unconfirmed: 'Not confirmed yet',
  stopped: 'Mailbox does not exist',
}

/** The addresses, for admins alone: who writes newsletters sees how many they are. */
function SubscriptionsPage() {
  const data = useLoaderData<Listed<Subscription> | null>()
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState('')
  if (!data) return null
  async function takeOff() {
    try {
      await authApi(managedNewsletterRoutes.takeOff, { params: { email: leaving } })
      toast('success', 'The address is off the list')
    } catch (error) {
      toastError(error)
    }
    setLeaving('')
    await revalidate()
  }
  return (
    <ListPage
      title="Subscribers"
      list={data}
      one="address"
      many="addresses"
      actions={
        <span className="flex flex-wrap gap-3">
          <Link to={urls.newsletters()} className="btn btn-quiet">
            All newsletters
          </Link>
          <ExportButton download={() => fetchAs(managedNewsletterRoutes.exportSubscriptions)} />
        </span>
      }
      search="Email"
      empty="No addresses"
    >
      <Table columns={['Email', 'Since', 'State', 'Action']} leastFirst={['Since']}>
        {data.rows.map(({ email, createdAt, state }) => (
          <tr key={email}>
            <td className="card-head font-medium break-all">{email}</td>
            <Cell name="Since">
              <DateTime at={createdAt} />
            </Cell>
            <Cell name="State">{stateNames[state]}</Cell>
            <td>
              <RowButton text="Take off" of={email} onClick={() => setLeaving(email)} />
            </td>
          </tr>
        ))}
      </Table>
      {leaving && (
        <ConfirmDialog yes="Take it off" busy="Taking it off…" onYes={takeOff} onNo={() => setLeaving('')}>
          <p>No newsletter goes there any more, until somebody subscribes it again.</p>
          <DialogSubject name={leaving}>{null}</DialogSubject>
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
