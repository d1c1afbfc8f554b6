import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import type { CarOfLine } from '~/shop/fitment/contract.ts'
import type { OrderLists } from './store.server.ts'
import { byAge, findWords, isListed, orderPage, toOrder } from './store.server.ts'

/** That a part was bought for. */
export type CarOfPart = CarOfLine & { name: string; isAssigned: boolean }

/** Paid, or of a purchase that costs nothing and is to be sent; of a part that came back whole nothing was bought. */
const isBought = sql<boolean>`(
  (state = 'paid' or (state = 'unpaid' and price_cents = 0 and delivery_state is not null))
  and refunded_quantity + returned_quantity < quantity
)`

/** As ordered, or as its customer has said since; null for no car in particular. */
const carText = sql<string | null>`coalesce(fit, assigned_car)`

const boughtBy = (customerId: string) => [sql<boolean>`customer_id = ${customerId}`, isListed, isBought]

/** Inside of a text of this JSON a quote would have a stroke before it: only the field itself reads so. */
const isForCar = (vehicleId: string) => contains(carText, `"vehicleId":${JSON.stringify(vehicleId)}`)

type Asked = ListQuery & { car?: string | undefined }

/** What a customer has bought and still has, newest first: all of it, for one car, or with `none` for no car. */
export const boughtForCars = (database: OrderLists, customerId: string, { car, ...query }: Asked) =>
  orderPage(
    database,
    {
      ...byAge,
      where: [
        ...boughtBy(customerId),
        ...(car === 'none' ? [sql<boolean>`${carText} is null`] : car ? [isForCar(car)] : []),
        ...findWords(query.q),
      ],
    },
    query,
    (rows) =>
      rows.map((row) => ({
        ...toOrder(row),
        pieces: row.quantity - Number(row.refunded_quantity) - Number(row.returned_quantity),
        ...(carOf(row) && { car: carOf(row)! }),
      })),
  )

/** The cars that this customer has bought something for, and for how many orders that is so; without a car, too. */
export async function carsOfBoughtParts(db: Db, customerId: string) {
  const rows = await db
    .selectFrom('orders')
    .select(['fit', 'assigned_car', (e) => e.fn.countAll<number>().as('parts')])
    .where(sql<boolean>`${sql.join(boughtBy(customerId), sql` and `)}`)
    .groupBy(['fit', 'assigned_car'])
    .execute()
  const cars = new Map<string, { vehicleId: string; name: string; parts: number }>()
  let withoutCar = 0
  for (const row of rows) {
    const car = carOf(row)
    if (car) {
      const { vehicleId, name } = car
      cars.set(vehicleId, { vehicleId, name, parts: (cars.get(vehicleId)?.parts ?? 0) + Number(row.parts) })
    } else withoutCar += Number(row.parts)
  }
  return { cars: [...cars.values()].sort((a, b) => a.name.localeCompare(b.name)), withoutCar }
}

type Assigned = { orderId: string; customerId: string; car: { vehicleId: string; name: string } | null }

/** False for an order that was placed for a car: what was shown then stays. */
export async function assignCar(db: Db, { orderId, customerId, car }: Assigned) {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ assigned_car: car && JSON.stringify({ car: car.name, vehicleId: car.vehicleId }) })
    .where('id', '=', orderId)
    .where('customer_id', '=', customerId)
    .where('fit', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

function carOf({ fit, assigned_car }: Pick<OrderRow, 'fit' | 'assigned_car'>): CarOfPart | undefined {
  const text = fit ?? assigned_car
  if (!text) return undefined
  const { car: name, vehicleId, facts = '' } = JSON.parse(text)
  return { vehicleId, name, facts, isAssigned: !fit }
}
