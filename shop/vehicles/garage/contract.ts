import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { factsText } from '../contract.ts'
import { mostCarsOfAccount, noSuchVehicle } from '../rules.ts'

export const GarageCar = z.object({
  _id: z.string(),
  vehicleId: z.string(),
  name: z.string(),
  /** “Golf 5 2.0 TDI”, and “10/2003 to 11/2008, 103 kW / 140 hp”; the latter empty for one that is not listed. */
  shortName: z.string(),
  about: z.string(),
  /** `front-discs=312 mm;built=2006-03`. */
  facts: z.string(),
  /** False for a car whose model is no longer on the list. */
  isListed: z.boolean(),
})
export type GarageCar = z.infer<typeof GarageCar>

const garageId = z.object({ id: z.string().regex(/^[\w-]{1,40}$/, 'An id has letters, digits and dashes') })

export const garageContract = {
  listGarage: { response: z.array(GarageCar) },
  saveGarageCar: {
    params: garageId,
    body: z.object({
      vehicleId: z.string('Choose a car').min(1, 'Choose a car').max(120),
      facts: factsText.default(''),
    }),
    response: GarageCar,
  },
  removeGarageCar: { params: garageId, response: z.object({ deletedCount: z.number().int() }) },
} satisfies Contract
export type GarageContract = typeof garageContract

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
  garage_full: [409, `Your garage has ${mostCarsOfAccount} cars. Remove one to save another.`],
})
