/**
 * A backup is gzipped lines of JSON, the same for both engines: a head, then per table its columns and its rows, then a
 * foot with the number of rows, by which a file that was cut short is known.
 */
export const kind = 'car-parts backup'

export type Head = { kind: typeof kind; madeAt: string; migrations: string[] }
export type TableLine = { table: string; columns: string[] }
export type Foot = { rows: number }
export type Row = unknown[]
export type Line = Head | TableLine | Row | Foot

type Bytes = { base64: string }
type Stored = string | number | boolean | null | Bytes

export function toStored(value: unknown): Stored {
  // The driver of SQLite hands bytes over without a view on them.
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return { base64: Buffer.from(value as Uint8Array).toString('base64') }
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return value as Stored
}

/** SQLite has no booleans; PostgreSQL takes nothing else for them. */
export function fromStored(value: unknown, column: { isYesNo: boolean }, engine: 'sqlite' | 'postgres') {
  if (isBytes(value)) return Buffer.from(value.base64, 'base64')
  if (typeof value === 'boolean' && engine === 'sqlite') return value ? 1 : 0
  if (typeof value === 'number' && column.isYesNo) return value !== 0
  return value
}

const isBytes = (value: unknown): value is Bytes =>
  typeof value === 'object' && value !== null && 'base64' in value
