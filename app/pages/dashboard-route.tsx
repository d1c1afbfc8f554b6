import type { ReactNode } from 'react'
import { Link, useLoaderData, useRouteLoaderData } from 'react-router'
import { isStaff, may } from '~/platform/roles.ts'
import { addressRoutes, orderRoutes, summaryRoutes } from '~/shop/account-routes.ts'
import { AddressLines } from '~/shop/addresses/AddressLines.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import { managedBusinessRoutes } from '~/shop/admin-routes.ts'
import { BeforeYouOpen } from '~/shop/business/BeforeYouOpen.tsx'
import type { Opening } from '~/shop/business/contract.ts'
import {
  knownRole,
  privateGet,
  privateList,
  staffGet,
  storedEmail,
} from '~/shop/identity/session/private-get.ts'
import type { Order } from '~/shop/orders/contract.ts'
import { AskForAddress } from '~/shop/orders/deliver/AskForAddress.tsx'
import { LastPurchase } from '~/shop/orders/purchase/LastPurchase.tsx'
import type { Summary, ToDo } from '~/shop/summary/contract.ts'
import { SummaryPanels } from '~/shop/summary/SummaryPanels.tsx'
import { ToDoPanel } from '~/shop/summary/ToDoPanel.tsx'
import { urls } from '~/shop/urls.ts'
import { WelcomePage } from '~/shop/users/WelcomePage.tsx'
import { useCar } from '~/shop/vehicles/garage/garage.ts'

type OwnThings = { last: Order | undefined; address: SavedAddress | undefined }
type Managed = { summary: Summary; opening: Opening | undefined }
type DashboardData = Managed | { own: OwnThings } | null

/** The shop's figures for those who handle money, for customers what is theirs; null when it cannot be loaded, and the welcome stands alone. */
export async function loader(): Promise<DashboardData> {
  try {
    const role = await knownRole()
    if (!isStaff(role)) return await ownThings()
    const [summary, opening] = await Promise.all([
      may(role, 'money') && staffGet(summaryRoutes.getSummary),
      may(role, 'settings') && staffGet(managedBusinessRoutes.getOpening),
    ])
    return summary ? { summary, opening: opening || undefined } : null
  } catch {
    return null
  }
}

async function ownThings() {
  const [orders, addresses] = await Promise.all([
    privateList(orderRoutes.listCustomerOrders, {
      params: { email: storedEmail() },
      query: { page: 1, limit: 1 },
    }),
    privateGet(addressRoutes.listAddresses),
  ])
  return orders && addresses ? { own: { last: orders.data[0], address: addresses[0] } } : null
}

export function Component() {
  const data = useLoaderData<DashboardData>()
  const toDo = useRouteLoaderData<ToDo | null>('dashboard')
  return (
    <WelcomePage>
      {data && 'own' in data && <Own things={data.own} />}
      {toDo && (
        <ToDoPanel
          toDo={toDo}
          askForAddress={(purchaseId) => <AskForAddress purchaseId={purchaseId} isQuiet />}
        />
      )}
      {data && 'summary' in data && data.opening && <BeforeYouOpen opening={data.opening} />}
      {data && 'summary' in data && <SummaryPanels summary={data.summary} />}
    </WelcomePage>
  )
}

function Own({ things: { last, address } }: { things: OwnThings }) {
  const car = useCar()
  return (
    <>
      <LastPurchase order={last} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Panel title="Your car" to={urls.garage()} link={car ? 'Change' : 'Choose your car'}>
          {car ? <p>{car.name}</p> : <p className="text-muted">Then every part says whether it fits.</p>}
        </Panel>
        <Panel title="Your address" to={urls.myProfile()} link={address ? 'Change' : 'Add address'}>
          {address ? (
            <AddressLines address={address} />
          ) : (
            <p className="text-muted">It is asked for when you pay, or add one now.</p>
          )}
        </Panel>
      </div>
    </>
  )
}

type PanelProps = { title: string; to: string; link: string; children: ReactNode }

const Panel = ({ title, to, link, children }: PanelProps) => (
  <section className="panel grid content-start gap-2 p-4 md:p-6" aria-label={title}>
    <h2 className="text-[18px]">{title}</h2>
    {children}
    <Link to={to} className="text-link inline-flex min-h-11 items-center justify-self-start text-sm">
      {link}
      <span className="sr-only">: {title}</span>
    </Link>
  </section>
)
