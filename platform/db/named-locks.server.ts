import type pg from 'pg'
import { createMutex } from '~/platform/queue/semaphore.server.ts'

/** An arbitrary number that every server of the shop shares. */
const ofThisShop = 19_980_002

/**
 * Locks by name, among all servers. Those of one server are held by one connection: with one each, works that run at the
 * same time would leave no connection for what they do.
 */
export function createNamedLocks(connect: () => Promise<pg.PoolClient>) {
  const held = new Set<string>()
  const mutex = createMutex()
  let client: pg.PoolClient | undefined

  async function ask(statement: string, name: string): Promise<boolean> {
    await mutex.lock()
    try {
      client ??= await connect()
      const { rows } = await client.query(`select ${statement}($1::int, hashtext($2)) as done`, [
        ofThisShop,
        name,
      ])
      return rows[0].done
    } catch (error) {
      // With the connection its locks are gone.
      client?.release(true)
      client = undefined
      throw error
    } finally {
      mutex.unlock()
    }
  }

  async function releaseWhenUnused() {
    await mutex.lock()
    if (held.size === 0) {
      client?.release()
      client = undefined
    }
    mutex.unlock()
  }

  /** False when it is held by this server or another. */
  return async function tryLock(name: string, work: () => Promise<void>) {
    if (held.has(name)) return false
    held.add(name)
    try {
      if (!(await ask('pg_try_advisory_lock', name))) return false
      try {
        await work()
      } finally {
        await ask('pg_advisory_unlock', name)
      }
      return true
    } finally {
      held.delete(name)
      await releaseWhenUnused()
    }
  }
}
