import { useRef } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { rowsPerPage } from '~/platform/pages/list-query.ts'
import { Filters } from '~/platform/ui/Filters.tsx'
import { ListPage } from '~/platform/ui/ListPage.tsx'
import { ListSearch } from '~/platform/ui/ListSearch.tsx'
import { ExportButton } from '~/shop/identity/ExportButton.tsx'
import { urls } from '~/shop/urls.ts'
import { AllOrdersTable } from './AllOrdersTable.tsx'
import type { AllOrders } from './all-orders-route.ts'
import type { OrderFilter } from './rules.ts'

const filterNames: Record<OrderFilter, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  paid: 'Paid',
  refunded: 'Refunded',
}

export function AllOrdersPage() {
  const data = useLoaderData<AllOrders | null>()
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!data) return null
  const { orders, total, page, q, state } = data

  function reload() {
    void revalidate()
    // The button that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <ListPage
      title="All Orders"
      total={total}
      one="order"
      many="orders"
      page={page}
      perPage={rowsPerPage}
      address={(number) => urls.allOrders({ page: number, q, state })}
      heading={heading}
      actions={<ExportButton path={urls.api.ordersFile({ q, state })} />}
      tools={
        <>
          <ListSearch
            label="Search orders"
            placeholder="Email, part or transaction id"
            q={q}
            address={(words) => urls.allOrders({ q: words, state })}
          />
          <Filters
            label="Orders shown"
            names={filterNames}
            current={state}
            address={(name) => urls.allOrders({ q, state: name })}
          />
        </>
      }
      empty="No orders"
    >
      <AllOrdersTable orders={orders} firstNumber={(page - 1) * rowsPerPage + 1} onChanged={reload} />
    </ListPage>
  )
}
