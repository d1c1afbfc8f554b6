import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { Cell } from '~/platform/lists/Cell.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { EmailAddress } from '~/platform/lists/EmailAddress.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { firstNumber } from '~/platform/lists/read-list-query.ts'
import { Table } from '~/platform/lists/Table.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { adminList, listLoader } from '~/shop/identity/session/admin-get.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import { orderRoutes } from '~/shop/routes.ts'
import type { Order } from '../contract.ts'
import { TakeOut } from '../deliver/TakeOut.tsx'
import { CancelOrder } from '../my-orders/CancelOrder.tsx'
import { NameCell, QuantityCells, Settled, TransactionCell } from '../my-orders/OrderCells.tsx'
import type { FailedRefund } from '../refunds/contract.ts'
import { FailedRefunds } from '../refunds/FailedRefunds.tsx'
import { RefundOrder } from '../refunds/RefundOrder.tsx'
import type { OrderFilter } from '../rules.ts'
import { canBeTakenOut, isRefundable, needsPayment, orderFilters } from '../rules.ts'

type AllOrders = Listed<Order> & { failedRefunds: FailedRefund[]; failedRefundsTotal: number }

const refundsShown = 10

export async function loader(args: LoaderFunctionArgs): Promise<AllOrders | null> {
  const [list, refunds] = await Promise.all([
    listLoader(orderRoutes.listOrders, orderFilters)(args),
    adminList(orderRoutes.listFailedRefunds, { query: { page: 1, limit: refundsShown } }),
  ])
  return list && { ...list, failedRefunds: refunds?.data ?? [], failedRefundsTotal: refunds?.total ?? 0 }
}

const stateNames: Record<OrderFilter, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}

function AllOrdersPage() {
  const data = useLoaderData<AllOrders | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  const { rows, view } = data
  return (
    <ListPage
      title="All Orders"
      list={data}
      one="order"
      actions={
        <ExportButton
          download={() => fetchAs(orderRoutes.exportOrders, { query: { q: view.q, state: view.state } })}
        />
      }
      search="Email, part or transaction id"
      states={stateNames}
      notice={
        <FailedRefunds
          refunds={data.failedRefunds}
          total={data.failedRefundsTotal}
          onChanged={() => void revalidate()}
        />
      }
      empty="No orders"
    >
      <AllOrdersTable orders={rows} first={firstNumber(view)} onChanged={() => void revalidate()} />
    </ListPage>
  )
}

export { AllOrdersPage as Component }

type Props = { orders: Order[]; first: number; onChanged: () => void }

const columns = [
  'Sl',
  'order Name',
  'Email',
  'Date',
  'Quantity',
  'Size',
  'Price',
  'Payment',
  'TrnxId',
  'Action',
]

const AllOrdersTable = ({ orders, first, onChanged }: Props) => (
  <Table columns={columns} leastFirst={['Size', 'TrnxId', 'Sl', 'Date']} dense>
    {orders.map((order, n) => (
      <Row key={order._id} order={order} number={first + n} onChanged={onChanged} />
    ))}
  </Table>
)

const Row = ({ order, number, onChanged }: { order: Order; number: number; onChanged: () => void }) => (
  <tr>
    <Cell name="Sl">{number}</Cell>
    <NameCell order={order} hasDateColumn />
    <Cell name="Email">
      {order.email ? (
        <EmailAddress address={order.email} />
      ) : (
        <span className="text-muted">{order.userName}</span>
      )}
    </Cell>
    <Cell name="Date">
      <DateTime at={order.createdAt} />
    </Cell>
    <QuantityCells order={order} />
    <Cell name="Payment">
      <Payment order={order} />
    </Cell>
    <TransactionCell order={order} />
    <td>
      {!order.paid && <CancelOrder order={order} onCancelled={onChanged} />}
      {canBeTakenOut(order) && <TakeOut order={order} onTakenOut={onChanged} />}
      {isRefundable(order) && <RefundOrder order={order} onRefunded={onChanged} />}
    </td>
  </tr>
)

const disputeNames = {
  inquiry: { name: 'The bank asks', look: 'bg-warn-tint text-warn' },
  open: { name: 'Disputed', look: 'bg-danger-tint text-danger' },
  closed: { name: 'Inquiry closed', look: 'bg-success-tint text-success' },
  won: { name: 'Dispute won', look: 'bg-success-tint text-success' },
  lost: { name: 'Dispute lost', look: 'bg-danger-tint text-danger' },
}

const Payment = ({ order }: { order: Order }) =>
  needsPayment(order) ? (
    <span className="chip bg-warn-tint text-warn">Unpaid</span>
  ) : (
    <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
      <Settled order={order} isForAdmin />
      {order.refund?.reason && (
        <span className="text-[13px] text-muted [overflow-wrap:anywhere]">{order.refund.reason}</span>
      )}
      {order.dispute && (
        <span className={`chip ${disputeNames[order.dispute].look}`}>{disputeNames[order.dispute].name}</span>
      )}
      {order.overpaid && (
        <span className="text-[13px] text-danger">
          Paid back twice: claim back <Money amount={order.overpaid} />
        </span>
      )}
    </span>
  )
