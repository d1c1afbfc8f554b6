import { OrderAgain } from '~/shop/cart/OrderAgain.tsx'
import { PurchaseMessage } from '~/shop/contact/PurchaseMessage.tsx'
import { PurchasePage } from '~/shop/orders/purchase/PurchasePage.tsx'
import { orderNumber } from '~/shop/orders/rules.ts'

export { loader } from '~/shop/orders/purchase/PurchasePage.tsx'

/** What orders cannot do themselves: the cart knows orders and not the other way round, and messages know nobody. */
export const Component = () => (
  <PurchasePage
    orderAgain={({ _id, orders }) => <OrderAgain purchaseId={_id} productName={orders[0]!.productName} />}
    writeToUs={({ _id }, { email }) => <PurchaseMessage number={orderNumber(_id)} id={_id} email={email} />}
  />
)
