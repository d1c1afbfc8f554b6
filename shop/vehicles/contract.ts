import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestFacts, readFacts, writeFacts } from './facts.ts'
import { noSuchVehicle } from './rules.ts'

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

/** The cars that some words of a search name, at most twenty; without words it names none. */
const NamedVehicles = z.object({ words: z.string(), rest: z.string(), cars: z.array(Vehicle) })
export type NamedVehicles = z.infer<typeof NamedVehicles>

export const vehicleId = z.string().min(1).max(120)
/** What is not understood is left out. */
export const factsText = z
  .string()
  .max(longestFacts)
  .transform((text) => writeFacts(readFacts(text)))

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
} satisfies Contract
export type VehicleContract = typeof vehicleContract

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
})
