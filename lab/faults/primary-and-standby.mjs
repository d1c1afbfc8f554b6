import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { howToGetPostgres, startPostgres } from '../../scripts/postgres.mjs'

/** @typedef {import('../../scripts/postgres.mjs').Postgres} Postgres */

/**
 * Two servers of which one takes changes, and says that a change is done when the other has it, too: what Patroni or a
 * managed service keeps running.
 */
export async function startPair() {
  let primary = await start({})
  let standby = await follow(primary)
  const ports = [primary.port, standby.port]
  return {
    /** As the shop has it, which uses the one of them that takes changes. */
    url: `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`,
    primary: () => primary,
    /** The primary dies with all its processes, and the standby takes its place, without one of its own for now. */
    async failOver() {
      primary.signalAll('SIGKILL')
      // Who is to serve alone must not wait for another one.
      await ask(standby, 'alter system reset synchronous_standby_names')
      await ask(standby, 'select pg_reload_conf()')
      await ask(standby, 'select pg_promote()')
      const dead = primary
      primary = standby
      standby = dead
    },
    /** The one that died comes back as a copy of the other: what it had alone was said to nobody. */
    async rebuild() {
      const { port } = standby
      await standby.stop()
      standby = await follow(primary, port)
    },
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}

/** @param {{ port?: number, standbyOf?: string }} how */
async function start(how) {
  const postgres = await startPostgres({ durable: true, ...how })
  if (!postgres) throw new Error(`There is no PostgreSQL here. ${howToGetPostgres}`)
  return postgres
}

/** @param {Postgres} primary @param {number} [port] */
async function follow(primary, port) {
  const standby = await start({ ...(port && { port }), standbyOf: primary.url })
  await waitFor(primary)
  return standby
}

/** From here on a change is done when a standby has it. @param {Postgres} primary */
async function waitFor(primary) {
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  const deadline = Date.now() + 30_000
  for (;;) {
    const [row] = await ask(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`)
    if (row) return
    if (Date.now() > deadline) throw new Error('The standby does not follow')
    await sleep(50)
  }
}

/** @param {Postgres} postgres @param {string} text */
async function ask(postgres, text) {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
