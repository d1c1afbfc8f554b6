import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Order } from '~/shop/orders/contract.ts'
import { vehicleId } from '~/shop/vehicles/contract.ts'
import { noSuchVehicle } from '~/shop/vehicles/rules.ts'

/** A part that its customer has bought and still has. */
export const HistoryPart = Order.extend({
  /** Without those that came back. */
  pieces: z.number().int(),
  /** That it was ordered for, or that its customer has assigned it to; absent for no car in particular. */
  car: z
    .object({ vehicleId: z.string(), name: z.string(), facts: z.string(), isAssigned: z.boolean() })
    .optional(),
  /** False for a part that is hidden or gone. */
  isSold: z.boolean(),
})
export type HistoryPart = z.infer<typeof HistoryPart>

const BoughtForCars = z.object({
  cars: z.array(z.object({ vehicleId: z.string(), name: z.string(), parts: z.number().int() })),
  withoutCar: z.number().int(),
})
export type BoughtForCars = z.infer<typeof BoughtForCars>

export const historyContract = {
  listBoughtParts: {
    /** A car by its id in the list of cars; `none` for parts without one. */
    query: OnePageQuery.extend({ car: vehicleId.optional().catch(undefined) }),
    response: z.array(HistoryPart),
  },
  listBoughtForCars: { response: BoughtForCars },
  assignCar: {
    params: z.object({ id: z.string() }),
    /** One of the caller's garage; null for no car in particular. */
    body: z.object({ vehicleId: vehicleId.nullable() }),
    response: z.object({ modifiedCount: z.literal(1) }),
  },
} satisfies Contract
export type HistoryContract = typeof historyContract

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
  unknown_order: [404, 'There is no such order.'],
  not_yours: [403, 'This order belongs to somebody else.'],
  ordered_for_a_car: [409, 'This part was ordered for a car, which cannot be changed any more.'],
})
