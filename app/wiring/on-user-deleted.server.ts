import { deleteAddresses } from '~/shop/addresses/store.server.ts'
import { deleteCart } from '~/shop/cart/store.server.ts'
import { deleteMessagesOf } from '~/shop/contact/store.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { unsubscribe } from '~/shop/newsletter/store.server.ts'
import { anonymizeCustomer } from '~/shop/orders/anonymize-customer.server.ts'
import type { Cancelling } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { anonymizeAuthor } from '~/shop/reviews/store.server.ts'
import { deleteAlerts } from '~/shop/stock-alerts/store.server.ts'
import type { OnUserDeleted } from '~/shop/users/delete-user.server.ts'

/** What the areas that know a person do when the person is deleted. */
export const onUserDeleted =
  (parts: Omit<Cancelling, 'mailWorker'>): OnUserDeleted =>
  async (userId) => {
    const orders = await anonymizeCustomer(parts, userId)
    return {
      async within(tx, by) {
        await lockIdentity(parts.database, tx, userId)
        await orders.within(tx, by)
        await deleteCart(tx, userId)
        await deleteAddresses(tx, userId)
        await deleteAlerts(tx, userId)
        await anonymizeAuthor(tx, userId)
        // Users who delete their own account also lose their messages and their subscription.
        if (by.userId !== userId) return
        await deleteMessagesOf(tx, by.email)
        await unsubscribe(tx, by.email)
      },
      after: orders.after,
    }
  }
