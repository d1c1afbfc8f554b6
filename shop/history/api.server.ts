import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { historyRoutes } from '~/shop/account-routes.ts'
import { shownProducts } from '~/shop/catalogue/store.server.ts'
import { assignCar, boughtForCars, carsOfBoughtParts } from '~/shop/orders/bought-for-cars.server.ts'
import { orderRow } from '~/shop/orders/store.server.ts'
import { garageOf } from '~/shop/vehicles/garage/garage-store.server.ts'
import { historyContract, refuse } from './contract.ts'

export const historyApi = (database: Database) => {
  const { db } = database
  return endpoints(historyRoutes, historyContract, {
    listBoughtParts: {
      access: 'signed-in',
      summary:
        'What the caller has bought and still has, newest first; with ?car= for one car, or with ?car=none for none',
      async handler({ query, caller }) {
        const page = await boughtForCars(database, caller.userId, query)
        const ids = [...new Set(page.rows.map(({ productId }) => productId))]
        const sold = new Set((await shownProducts(db, ids)).map(({ _id }) => _id))
        return page.map((part) => ({ ...part, isSold: sold.has(part.productId) }))
      },
    },
    listBoughtForCars: {
      access: 'signed-in',
      summary: 'The cars that the caller has bought parts for, and how many orders each has',
      handler: ({ caller }) => carsOfBoughtParts(db, caller.userId),
    },
    assignCar: {
      access: 'owner',
      summary: 'Says which car of the caller’s garage a part was for that was ordered without one',
      async handler({ params, body, caller }) {
        const order = await orderRow(db, params.id)
        if (!order) throw refuse('unknown_order')
        if (order.customer_id !== caller.userId) throw refuse('not_yours')
        const car = body.vehicleId && (await carOfGarage(body.vehicleId, caller.userId))
        const isDone = await assignCar(db, {
          orderId: params.id,
          customerId: caller.userId,
          car: car || null,
        })
        if (!isDone) throw refuse('ordered_for_a_car')
        return { modifiedCount: 1 as const }
      },
    },
  })

  async function carOfGarage(wanted: string, userId: string) {
    const car = (await garageOf(db, userId)).find(({ vehicleId }) => vehicleId === wanted)
    if (!car) throw refuse('unknown_vehicle')
    return car
  }
}
