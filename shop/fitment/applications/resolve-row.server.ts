import type { ApplicationRow } from '~/database/tables.ts'
import { fromIds } from './aces/from-ids.ts'
import type { KnownIds } from './aces/known-ids.ts'
import type { Application } from './application.ts'
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
  const read = row.said ? fromIds(row, readable.tables) : { applications: [toApplication(row)], unknown: [] }
  if ('aside' in read) return { ...read, lines: [], texts: [], unknown: [] }
  const resolved = read.applications.map((application) => resolve(application, readable, supplier))
  // What cannot be written down of some of its years is not left out of the others.
  const isTooLong = resolved.some((one) => one.aside === 'too-long')
  const lines = isTooLong ? [] : resolved.flatMap((one) => one.lines)
  const aside = lines.length === 0 && (isTooLong ? 'too-long' : resolved[0]!.aside)
  const open = resolved.find((one) => one.open)?.open
  return {
    lines,
    ...(aside && { aside }),
    ...(open && { open }),
    texts: resolved[0]!.texts,
    words: inWords(read.applications),
    unknown: read.unknown,
  }
}

function inWords(applications: Application[]) {
  const { make, model, engine, from } = applications[0]!
  const { to } = applications.at(-1)!
  return [make, model, engine, from === to ? from : `${from} to ${to}`].filter(Boolean).join(' ')
}
