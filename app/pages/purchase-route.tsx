import { OrderAgain } from '~/shop/cart/OrderAgain.tsx'
import { PurchaseMessage } from '~/shop/contact/PurchaseMessage.tsx'
import { PurchasePage } from '~/shop/orders/purchase/PurchasePage.tsx'

export { loader } from '~/shop/orders/purchase/PurchasePage.tsx'

/** What orders cannot do themselves: cart and messages know orders, and not the other way round. */
export const Component = () => (
  <PurchasePage
    orderAgain={({ _id, orders }) => <OrderAgain purchaseId={_id} productName={orders[0]!.productName} />}
    writeToUs={({ _id }, { email }) => <PurchaseMessage id={_id} email={email} />}
  />
)
