import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const beatsEveryMs = 1000
const timeoutMs = 5000

/** The database server accepts data but does not respond, as when it is paused or the network drops packets. */
class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'
  constructor() {
    super('The database does not answer.')
  }
}

type Options = {
  connect: () => Promise<pg.PoolClient>
  onSlowCommit: () => void
  /** Whose connections are closed together with these. */
  others: pg.Pool[]
}

/**
 * A query to an unresponsive server would wait for ever, and every request behind it. One connection sends a query every
 * second; without a response all connections are closed, and new requests fail at once until the server responds again.
 */
export function createHeartbeat(pool: pg.Pool, { connect: connectPool, onSlowCommit, others }: Options) {
  const open = new Set<pg.PoolClient>()
  for (const one of [pool, ...others]) {
    one.on('connect', (client) => {
      open.add(client)
      // The pool only listens to idle connections. One that is lost between two queries of a transaction emits its own
      // error, which would end the process without a listener; the next query fails anyway.
      client.on('error', () => {})
    })
    one.on('remove', (client) => open.delete(client))
  }
  /** Requests that wait for a connection. Racing each against one shared promise would leak all of them. */
  const waiting = new Set<() => void>()
  let isSilent = false

  function connect() {
    if (isSilent) return Promise.reject(new DatabaseSilent())
    return new Promise<pg.PoolClient>((done, fail) => {
      const giveUp = () => fail(new DatabaseSilent())
      waiting.add(giveUp)
      connectPool().then(
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
    /** Runs until the connection is lost, for whatever reason. */
    async watch(client: pg.Client, lost: Promise<void>) {
      isSilent = false
      let isLost = false
      void lost.then(() => {
        isLost = true
      })
      let isSlow = false
      while (!isLost) {
        const isAlive = await responds(client, (hasSlowCommit) => {
          if (hasSlowCommit && !isSlow) onSlowCommit()
          isSlow = hasSlowCommit
        })
        if (isLost) return
        if (!isAlive) {
          isSilent = true
          for (const giveUp of waiting) giveUp()
          waiting.clear()
          // With a query in flight this closes the socket at once.
          for (const one of [...open, client]) void one.end().catch(() => {})
          return
        }
        await sleep(beatsEveryMs, undefined, { ref: false })
      }
    },
  }
}

/** A commit that a standby has to confirm waits for it without any limit. */
const slowCommits = `
  select 1 from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()
  and query_start < clock_timestamp() - interval '${timeoutMs} ms' limit 1`

async function responds(client: pg.Client, onAnswer: (hasSlowCommit: boolean) => void) {
  let answered = false
  const asked = client.query(slowCommits).then(
    ({ rows }) => {
      answered = true
      onAnswer(rows.length > 0)
    },
    () => {},
  )
  await Promise.race([asked, sleep(timeoutMs, undefined, { ref: false })])
  // When this process itself was blocked, the response may have arrived and is only not read yet.
  if (!answered) await nextTurn()
  if (!answered) await nextTurn()
  return answered
}
