import type { ReactNode } from 'react'
import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { toCents, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Order, Purchase } from '../contract.ts'
import { centsOfPieces, depositsHeld, depositsWith } from '../rules.ts'
import type { RefundAnswer } from './contract.ts'

type Props = {
  purchaseId: string
  orderId: string
  title: (order: Order) => string
  opener: (open: () => void) => ReactNode
  /** Of the order as its purchase has it by now: the list may be older. */
  quantityOf: (order: Order) => number
  children: (order: Order, quantity: number) => ReactNode
  refund: (amount: number, order: Order, quantity: number) => Promise<RefundAnswer>
  onRefunded: () => void
}

/** Says how much goes back to whom, and for what, before it does. */
export function RefundDialog({ purchaseId, orderId, title, opener, ...how }: Props) {
  /** Loaded when the dialog opens: what the refund comes to depends on the others of the purchase. */
  const [purchase, setPurchase] = useState<Purchase>()
  const orderIn = (it?: Purchase) => it?.orders.find(({ _id }) => _id === orderId)
  const order = orderIn(purchase)
  const quantity = order ? how.quantityOf(order) : 0
  const close = () => setPurchase(undefined)

  async function open() {
    try {
      const found = await authApi(orderRoutes.getPurchase, { params: { id: purchaseId } })
      if (orderIn(found)) setPurchase(found)
      else toast('error', 'This order is no longer part of its purchase. Load the page again.')
    } catch (error) {
      toastError(error)
    }
  }

  async function refund(amount: number, of: Order) {
    try {
      toastRefund(await how.refund(amount, of, quantity))
    } catch (error) {
      toastError(error)
    }
    close()
    how.onRefunded()
  }

  return (
    <>
      {opener(() => void open())}
      {purchase && order && (
        <ConfirmDialog
          title={title(order)}
          yes="Yes, refund it"
          busy="Refunding…"
          onYes={() => refund(refundAmount(purchase, order, quantity).amount, order)}
          onNo={close}
        >
          <Amount purchase={purchase} order={order} quantity={quantity} />
          {how.children(order, quantity)}
        </ConfirmDialog>
      )}
    </>
  )
}

/** What a refund of so many pieces comes to, and whether delivery is in it. */
function Amount({ purchase, order, quantity }: { purchase: Purchase; order: Order; quantity: number }) {
  const { amount, delivery } = refundAmount(purchase, order, quantity)
  return (
    <>
      <p>
        <b className="text-ink">
          <Money amount={amount} />
        </b>{' '}
        goes back to the card it came from.
      </p>
      {depositsWith(leftOf(order), quantity) > 0 && <p>That includes the deposit for its old part.</p>}
      {quantity === 0 ? (
        <p>Every piece is refunded: this is what is left of the payment, for delivery.</p>
      ) : delivery === 'included' ? (
        <p>
          That includes <Money amount={purchase.delivery} /> for delivery.
        </p>
      ) : delivery === 'later' ? (
        <p>
          The <Money amount={purchase.delivery} /> for delivery goes back with the last piece of the purchase.
        </p>
      ) : (
        delivery === 'left' && (
          <p>A part of the payment has gone back before: this is all that is left of it.</p>
        )
      )}
    </>
  )
}

/** What an admin reads once the provider was asked: never more than it said. */
export function toastRefund({ outcome, reason }: RefundAnswer) {
  const because = reason ? `: ${reason}` : ''
  if (outcome === 'refunded') toast('success', 'The money has gone back')
  else if (outcome === 'pending')
    toast('success', 'The provider has taken the refund; the money is not there yet')
  else if (outcome === 'refunding')
    toast('success', 'The provider does not answer: the shop asks again by itself')
  else if (outcome === 'refused') toast('error', `The provider refuses the refund${because}`)
  else toast('error', `The refund has failed${because}`)
}

type RefundAmount = {
  /** In dollars. */
  amount: number
  /** Whether the delivery goes back with it; `left` when it is all that earlier refunds have left of the payment. */
  delivery: 'none' | 'included' | 'later' | 'left'
}

/** What a refund of so many pieces of an order of the purchase comes to, as the server decides it. */
export function refundAmount(purchase: Purchase, order: Order, quantity: number): RefundAmount {
  const left = toCents(purchase.refundable ?? 0)
  const fee = toCents(purchase.delivery)
  const pieces = centsOfPieces(leftOf(order), quantity)
  const isLast = purchase.orders.every((it) => {
    const deposits = depositsHeld(it)
    const [wanted, wantedDeposits] =
      it._id === order._id ? [quantity, depositsWith(leftOf(it), quantity)] : [0, 0]
    return !it.refundable || (unrefundedPieces(it) === wanted && deposits === wantedDeposits)
  })
  const amount = toDollars(isLast ? left : Math.min(pieces, left))
  if (left < (isLast ? pieces + fee : pieces)) return { amount, delivery: 'left' }
  return { amount, delivery: fee === 0 ? 'none' : isLast ? 'included' : 'later' }
}

const leftOf = (order: Order) => ({
  cents: toCents(order.refundable ?? 0),
  quantity: unrefundedPieces(order),
  deposits: depositsHeld(order),
  depositCents: toCents(order.deposit?.each ?? 0),
})

/** Those that are not refunded. */
export const unrefundedPieces = ({ quantity, refunded, refund }: Order) =>
  refunded ? 0 : quantity - (refund?.quantity ?? 0)
