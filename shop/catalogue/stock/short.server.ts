import { sql } from 'kysely'
import { lowStock } from './stock-marks.ts'

/**
 * As literals: an index of some rows is taken only where it can be seen that no others are wanted. Not `> 0`, by which
 * SQLite would rather count in the index of all stock.
 */
export const isShort = {
  out: sql<boolean>`available_qty <= 0`,
  low: sql<boolean>`available_qty <> 0 and (available_qty <= ${sql.lit(lowStock)} or available_qty < order_qty)`,
}
