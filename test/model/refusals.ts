import { createMutex } from '~/platform/queue/semaphore.server.ts'
import type { TestResponse } from '../http.ts'
import type { TestShop } from '../shop.ts'
import { watchWrites } from '../writes.ts'

type Options = {
  /** Waits until nothing is written in the background any more. */
  settle: () => Promise<void>
  report: (what: string) => void
}

/** Sends one request at a time: what is refused must have written nothing. */
export async function watchRefusals(shop: TestShop, { settle, report }: Options) {
  const writes = await watchWrites(shop)
  const mutex = createMutex()
  return async (what: string, exchange: () => Promise<TestResponse | undefined>) => {
    await mutex.lock()
    try {
      await settle()
      await writes.take()
      const response = await exchange()
      if (!response || response.status < 400) return response
      await settle()
      // A webhook that was not taken is sent again at any time.
      const { stand_in_webhooks: _, ...rows } = await writes.take()
      const written = Object.entries(rows)
      if (written.length > 0)
        report(`refused: ${what} was answered ${response.text.slice(0, 100)} and has written ${written}`)
      return response
    } finally {
      mutex.unlock()
    }
  }
}
