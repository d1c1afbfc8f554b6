import type { ApplicationRow } from '~/database/tables.ts'
import { fromIds } from './aces/from-ids.ts'
import type { KnownIds } from './aces/known-ids.ts'
import type { Readable, Resolved } from './derive.ts'
import { resolve } from './derive.ts'
import type { AsideReason } from './rules.ts'
import { toApplication } from './store.server.ts'

export type ReadableRows = Readable & { tables: KnownIds }

type ResolvedRow = Omit<Resolved, 'aside'> & {
  aside?: AsideReason
  /** The car that is meant, as far as it can be said. */
  words: string
  /** Numbers in it that no table has. */
  unknown: string[]
}

/** A line of a file, whether its cars have names or numbers. */
export function resolveRow(row: ApplicationRow, readable: ReadableRows, supplier = ''): ResolvedRow {
  const read = row.said ? fromIds(row, readable.tables) : { application: toApplication(row), unknown: [] }
  if ('aside' in read) return { ...read, lines: [], texts: [], unknown: [] }
  const { make, model, engine, from, to } = read.application
  const words = [make, model, engine, from === to ? from : `${from} to ${to}`].filter(Boolean).join(' ')
  return { ...resolve(read.application, readable, supplier), words, unknown: read.unknown }
}
