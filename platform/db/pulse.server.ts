import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const beatsEveryMs = 1000
const patienceMs = 5000

/** The database server is there and says nothing, as when it is paused or the network swallows everything. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
  constructor() {
    super('The database does not answer.')
  }
}

/**
 * A query to a silent server would wait for ever, and every buyer behind it. One connection asks every second; when it
 * gets no answer, all connections are cut, and nobody waits for a new one until the server speaks again.
 */
export function createPulse(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // The pool listens while a connection rests. One that is lost between two queries of a transaction tells only
    // itself, and without a listener that ends the process; the next query fails all the same.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  let silent = false

  return {
    /** Ends when the connection is lost, for whatever reason. */
    async watch(client: pg.Client, lost: Promise<void>) {
      silent = false
      let over = false
      void lost.then(() => {
        over = true
      })
      while (!over) {
        if (!(await answers(client, lost))) {
          silent = true
          // With a query under way this cuts the line at once instead of saying goodbye.
          for (const one of [...open, client]) void one.end().catch(() => {})
          return
        }
        await Promise.race([sleep(beatsEveryMs, undefined, { ref: false }), lost])
      }
    },
    pool: {
      connect: () => (silent ? Promise.reject(new DatabaseSilent()) : pool.connect()),
      end: () => pool.end(),
    },
  }
}

async function answers(client: pg.Client, lost: Promise<void>) {
  let answered = false
  const asked = client.query('select 1').then(
    () => {
      answered = true
    },
    () => {},
  )
  await Promise.race([asked, lost, sleep(patienceMs, undefined, { ref: false })])
  // Where this process itself was held up, the answer has come meanwhile and is only not yet read.
  if (!answered) await nextTurn()
  if (!answered) await nextTurn()
  return answered
}
