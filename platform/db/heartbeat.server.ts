import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const beatsEveryMs = 1000
const patienceMs = 5000

/** The database server is there and says nothing, as when it is paused or the network swallows everything. */
class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
  constructor() {
    super('The database does not answer.')
  }
}

/**
 * A query to a silent server would wait for ever, and every buyer behind it. One connection asks every second; when it
 * gets no answer, all connections are cut, and nobody waits for a new one until the server speaks again.
 */
export function createHeartbeat(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    // The pool listens while a connection rests. One that is lost between two queries of a transaction tells only
    // itself, and without a listener that ends the process; the next query fails all the same.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  /** Those who wait for a connection. A race with one promise of silence would keep all of them in memory for ever. */
  const waiting = new Set<() => void>()
  let silent = false

  function connect() {
    if (silent) return Promise.reject(new DatabaseSilent())
    return new Promise<pg.PoolClient>((done, fail) => {
      const giveUp = () => fail(new DatabaseSilent())
      waiting.add(giveUp)
      pool.connect().then(
        (client) => (waiting.delete(giveUp) ? done(client) : client.release()),
        (error) => {
          waiting.delete(giveUp)
          fail(error)
        },
      )
    })
  }

  return {
    pool: { connect, end: () => pool.end() },
    /** Until the connection is lost, for whatever reason. */
    async watch(client: pg.Client, lost: Promise<void>) {
      silent = false
      let isLost = false
      void lost.then(() => {
        isLost = true
      })
      while (!isLost) {
        const answered = await answers(client)
        if (isLost) return
        if (!answered) {
          silent = true
          for (const giveUp of waiting) giveUp()
          waiting.clear()
          // With a query under way this cuts the line at once instead of saying goodbye.
          for (const one of [...open, client]) void one.end().catch(() => {})
          return
        }
        await sleep(beatsEveryMs, undefined, { ref: false })
      }
    },
  }
}

async function answers(client: pg.Client) {
  let answered = false
  const asked = client.query('select 1').then(
    () => {
      answered = true
    },
    () => {},
  )
  await Promise.race([asked, sleep(patienceMs, undefined, { ref: false })])
  // Where this process itself was held up, the answer has come meanwhile and is only not yet read.
  if (!answered) await nextTurn()
  if (!answered) await nextTurn()
  return answered
}
