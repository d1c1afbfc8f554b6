import { OrderAgain } from '~/shop/cart/OrderAgain.tsx'
import { MyOrdersPage } from '~/shop/orders/my-orders/MyOrdersPage.tsx'

export { loader } from '~/shop/orders/my-orders/MyOrdersPage.tsx'

/** What orders cannot do themselves, because the cart knows orders and not the other way round. */
export const Component = () => (
  <MyOrdersPage
    orderAgain={({ purchaseId, productName }) => (
      <OrderAgain purchaseId={purchaseId} productName={productName} />
    )}
  />
)
