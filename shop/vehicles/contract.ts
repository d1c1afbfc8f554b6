import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestFacts, readFacts, writeFacts } from './facts.ts'
import { mostCarsOfAccount, noSuchVehicle } from './rules.ts'
import { looksLikeVin } from './vin/vin.ts'

export const Vehicle = z.object({
  _id: z.string(),
  /** “Volkswagen Golf 5 2.0 TDI (BKD)”. */
  name: z.string(),
  make: z.string(),
  model: z.string(),
  generation: z.string(),
  body: z.string(),
  engine: z.string(),
  engineCode: z.string(),
  fuel: z.string(),
  powerKw: z.number().int().nullable(),
  /** Months, `2003-10`; builtTo is empty while it is still built. */
  builtFrom: z.string(),
  builtTo: z.string(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** One step of the chooser. */
const ChooserStep = z.object({ key: z.string(), name: z.string(), cars: z.number().int() })
export type ChooserStep = z.infer<typeof ChooserStep>

/** What a car may be asked about, with the values that this model may have. */
const Asked = z.object({ _id: z.string(), name: z.string(), question: z.string(), help: z.string() })
export const VehicleDetails = Vehicle.extend({
  attributes: z.array(Asked.extend({ values: z.array(z.string()) })),
})
export type VehicleDetails = z.infer<typeof VehicleDetails>

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

/** What a VIN tells: cars to choose from, never a car that was chosen by itself. */
const VinAnswer = z.object({
  /** `make-only`: it does not say more, as most VINs of Europe do not. */
  state: z.enum(['exact', 'corrected', 'make-only', 'unknown']),
  /** How many characters it has; 17 would be right. */
  characters: z.number().int(),
  make: z.object({ key: z.string(), name: z.string() }),
  cars: z.array(
    Vehicle.extend({
      /** The model year, and the months in which it was built; without a year when more than one is possible. */
      year: z.number().int().optional(),
      facts: z.string(),
    }),
  ),
  /** Cars that it may be of and that are not on our list. */
  unlisted: z.array(z.string()),
})
export type VinAnswer = z.infer<typeof VinAnswer>

/** The cars that some words of a search name, at most twenty; without words it names none. */
const NamedVehicles = z.object({ words: z.string(), rest: z.string(), cars: z.array(Vehicle) })
export type NamedVehicles = z.infer<typeof NamedVehicles>

export const longestVin = 40

export const vehicleId = z.string().min(1).max(120)
/** What is not understood is left out. */
export const factsText = z
  .string()
  .max(longestFacts)
  .transform((text) => writeFacts(readFacts(text)))

const garageId = z.object({ id: z.string().regex(/^[\w-]{1,40}$/, 'An id has letters, digits and dashes') })
const key = z.string().trim().max(80).default('')

export const vehicleContract = {
  listMakes: { response: z.array(ChooserStep) },
  listModels: { query: z.object({ make: key }), response: z.array(ChooserStep) },
  listVehicles: { query: z.object({ make: key, model: key }), response: z.array(Vehicle) },
  searchVehicles: {
    query: z.object({ q: z.string().trim().max(100).default('') }),
    response: z.array(Vehicle),
  },
  findNamedVehicles: {
    query: z.object({ q: z.string().trim().max(200).default('') }),
    response: NamedVehicles,
  },
  getVehicle: { params: z.object({ id: vehicleId }), response: VehicleDetails },
  readVin: {
    body: z.object({
      vin: z
        .string('Type a VIN')
        .max(longestVin, 'A VIN has 17 characters')
        .refine((text) => looksLikeVin(text), 'A VIN has 17 letters and digits'),
    }),
    response: VinAnswer,
  },
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
export type VehicleContract = typeof vehicleContract

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
  garage_full: [409, `Your garage has ${mostCarsOfAccount} cars. Remove one to save another.`],
})
