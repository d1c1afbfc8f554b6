import { useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { webhooksRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import type { WebhookDelivery } from './contract.ts'

const stateNames = { all: 'All', waiting: 'Waiting', failed: 'Given up', delivered: 'Delivered' }
const looks = {
  waiting: 'bg-warn-tint text-warn',
  failed: 'bg-danger-tint text-danger',
  delivered: 'bg-accent-tint text-accent-text',
}

/** What was told, what waits, and what nobody wanted to hear. */
export function DeliveriesPage() {
  const list = useLoaderData<Listed<WebhookDelivery>>()
  const { revalidate } = useRevalidator()
  const replay = (id: string) =>
    void authApi(webhooksRoutes.replayDelivery, { params: { id } })
      .then(() => toast('success', 'It is told once more'), toastError)
      .finally(() => void revalidate())
  return (
    <ListPage
      title="Deliveries"
      lead="What was taken is kept for 30 days, what was given up for 90."
      list={list}
      one="delivery"
      many="deliveries"
      states={stateNames}
      empty="Nothing has been told yet"
    >
      <Table columns={['Event', 'Told to', 'Happened', 'Answer', 'Action']} dense leastFirst={['Told to']}>
        {list.rows.map((row) => (
          <tr key={row._id}>
            <td className="card-head">
              <b className="font-semibold">{row.event}</b>{' '}
              <span className={`chip ${looks[row.state]}`}>{stateNames[row.state]}</span>
              <span className="block text-[13px] [overflow-wrap:anywhere] text-muted">{row.objectId}</span>
            </td>
            <Cell name="Told to">
              <span className="[overflow-wrap:anywhere]">{row.address}</span>
            </Cell>
            <Cell name="Happened">
              <DateTime at={row.createdAt} toTheMinute />
            </Cell>
            <Cell name="Answer">
              {row.answer || 'None yet'}
              <span className="block text-[13px] text-muted">
                {countOf(row.tries, 'try', 'tries')}
                {row.dueAt && row.tries > 0 && (
                  <>
                    , next <DateTime at={row.dueAt} toTheMinute />
                  </>
                )}
              </span>
            </Cell>
            <td>
              <RowButton
                text={row.state === 'waiting' ? 'Try now' : 'Send again'}
                of={`${row.event} ${row.objectId}`}
                onClick={() => replay(row._id)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </ListPage>
  )
}
