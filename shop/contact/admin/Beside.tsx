import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { excerpt } from '~/platform/text.ts'
import { orderNumber } from '~/shop/orders/rules.ts'
import { urls } from '~/shop/urls.ts'
import type { MessageThread } from '../contract.ts'
import { purchaseIn } from '../thread-rules.ts'
import { MessageState } from './MessageState.tsx'

/** What one needs to know for an answer. */
export const Beside = ({ message }: { message: MessageThread }) => (
  <div>
    <About message={message} />
    <Writer message={message} />
    {message.others.length > 0 && (
      <Panel id="others" title="Other messages">
        <ul className="grid gap-3">
          {message.others.map((other) => (
            <li key={other._id} className="grid gap-1 text-sm">
              <span className="flex flex-wrap items-center gap-x-3">
                <Link to={urls.message(other._id)} className="text-link inline-flex min-h-6 items-center">
                  <DateTime at={other.createdAt} />
                </Link>
                <MessageState message={other} />
              </span>
              <span className="wrap-anywhere text-muted">{excerpt(other.message, 80)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    )}
  </div>
)

function About({ message: { purchaseId, part, car, message } }: { message: MessageThread }) {
  const named = purchaseIn(message)
  if (!purchaseId && !part && !car && !named) return null
  return (
    <Panel id="about" title="About">
      <dl className="grid gap-2">
        {purchaseId && (
          <Fact name="Purchase">
            <Link to={urls.purchase(purchaseId)} className="text-link">
              no. {orderNumber(purchaseId)}
            </Link>
          </Fact>
        )}
        {!purchaseId && named && (
          <Fact name="Purchase">
            <Link to={urls.purchase(named.id)} className="text-link">
              no. {named.number}
            </Link>
            , as who wrote says
          </Fact>
        )}
        {part && (
          <Fact name="Part">
            {part.productName ? (
              <Link to={urls.product(part.productId)} className="text-link">
                {part.productName}
              </Link>
            ) : (
              'A part that is no longer in the shop'
            )}
          </Fact>
        )}
        {car && <Fact name="Car">{car}</Fact>}
      </dl>
    </Panel>
  )
}

/** Only a log-in shows who wrote. */
function Writer({ message: { customer, email } }: { message: MessageThread }) {
  if (!customer)
    return (
      <Panel id="writer" title="Customer">
        <p className="text-sm text-muted">
          Written without a log-in: anybody can have typed this address. Tell nothing about orders that only
          its owner may know.
        </p>
      </Panel>
    )
  return (
    <Panel id="writer" title="Customer">
      <p className="grid text-[15px]">
        <b className="font-semibold">{customer.name}</b>
        <EmailAddress address={customer.email} />
        <span className="text-sm text-muted">
          since <DateTime at={customer.since} />
        </span>
      </p>
      {customer.email !== email && (
        <p className="text-sm text-warn">The answer goes to another address, which they typed.</p>
      )}
      {customer.cars.length > 0 && (
        <Group title="In the garage">
          {customer.cars.map((car) => (
            <li key={car}>{car}</li>
          ))}
        </Group>
      )}
      {customer.orders.length === 0 ? (
        <p className="text-sm text-muted">No orders yet.</p>
      ) : (
        <Group title="Last orders">
          {customer.orders.map(({ _id, purchaseId, productName, createdAt }) => (
            <li key={_id}>
              <Link to={urls.purchase(purchaseId)} className="text-link">
                {productName}
              </Link>
              <span className="block text-muted">
                <DateTime at={createdAt} />, no. {orderNumber(purchaseId)}
              </span>
            </li>
          ))}
        </Group>
      )}
      {customer.orders.length > 0 && (
        <p>
          <Link
            to={urls.allOrders({ q: customer.email })}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            All their orders
          </Link>
        </p>
      )}
    </Panel>
  )
}

const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="panel grid gap-3 p-5 shadow-none">
    <h2 id={id} className="text-[18px]">
      {title}
    </h2>
    {children}
  </section>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <h3 className="text-sm font-semibold">{title}</h3>
    <ul className="grid gap-2 text-sm wrap-anywhere">{children}</ul>
  </div>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5rem_1fr] gap-2 text-[15px]">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)
