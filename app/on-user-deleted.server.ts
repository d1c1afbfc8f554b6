import { forgetWriter } from '~/shop/contact/store.server.ts'
import { lockPerson } from '~/shop/identity/store.server.ts'
import { leave } from '~/shop/newsletter/store.server.ts'
import { forgetCustomer } from '~/shop/orders/forget-customer.server.ts'
import type { Cancelling } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { forgetAuthor } from '~/shop/reviews/store.server.ts'
import type { Leaving } from '~/shop/users/delete-user.server.ts'

/** What the areas that know a person do when the person is deleted. */
export const leavingPeople =
  (parts: Omit<Cancelling, 'postman'>): Leaving =>
  async (userId) => {
    const orders = await forgetCustomer(parts, userId)
    return {
      async within(tx, by) {
        await lockPerson(parts.database, tx, userId)
        await orders.within(tx, by)
        await forgetAuthor(tx, userId)
        // Whoever leaves of their own accord leaves altogether.
        if (by.userId !== userId) return
        await forgetWriter(tx, by.email)
        await leave(tx, by.email)
      },
      after: orders.after,
    }
  }
