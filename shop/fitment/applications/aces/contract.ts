import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'

const count = z.number().int()

const VehicleTables = z.object({
  _id: z.string(),
  /** Until one that is being read is there, the one before counts. */
  state: z.enum(['reading', 'current', 'broken', 'failed']),
  edition: z.string(),
  createdAt: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: count })),
  /** What stays open for want of them. */
  missing: z.array(z.string()),
  /** Why they cannot be read. */
  problem: z.string(),
})
export type VehicleTables = z.infer<typeof VehicleTables>

export const vehicleTablesContract = {
  listVehicleTables: { response: z.array(VehicleTables) },
  readVehicleTables: {
    body: z.object({
      /** Also where they are older than those that are here. */
      mayBeOlder: z.boolean().default(false),
    }),
    response: z.object({ insertedId: z.string() }),
  },
} satisfies Contract
export type VehicleTablesContract = typeof vehicleTablesContract

export const refuse = refusalsOf({
  is_reading: [409, 'The tables are being read already.'],
})
