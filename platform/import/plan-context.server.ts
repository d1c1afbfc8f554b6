import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { PlanContext } from './csv-table.ts'

/** For a look alone: nothing is locked. */
export const lookingContext = ({ db, engine }: Database): PlanContext => ({
  db,
  engine,
  locking: asItIs,
  sharing: asItIs,
  seenOn: new Map(),
  owed: new Map(),
})
const asItIs = <Query>(query: Query) => query

/** In the transaction that saves what is planned. */
export const lockingContext = ({ engine, locking, sharing }: Database, tx: Tx): PlanContext => ({
  db: tx,
  engine,
  locking,
  sharing,
  seenOn: new Map(),
  owed: new Map(),
})
