import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'

let running = 0

/**
 * better-auth follows its calls with AsyncLocalStorage. Before Node 24, every promise of the process is dearer from its
 * first use on, until it is disabled: so it is, whenever none of these calls is running.
 */
export async function authCall<T>(call: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await call()
  } finally {
    running -= 1
    if (running === 0) await disableStorages()
  }
}

async function disableStorages() {
  const storages = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ])
  // Another call may have begun meanwhile.
  if (running === 0) for (const storage of storages as AsyncLocalStorage<unknown>[]) storage.disable()
}
