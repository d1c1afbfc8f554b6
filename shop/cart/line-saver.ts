import { toastError } from '~/platform/ui/toast-error.ts'
import { changeLine } from './cart-client.ts'
import type { CartLineView } from './contract.ts'
import { toLine } from './rules.ts'

/** Stores changed lines one after the other, each when nobody has changed it again for a moment. */
export function createLineSaver(onRefused: () => void) {
  const waiting = new Map<string, { line: CartLineView; timer: ReturnType<typeof setTimeout> }>()
  let saving: Promise<unknown> = Promise.resolve()
  let sent = 0

  function send(key: string) {
    const entry = waiting.get(key)
    if (!entry) return
    clearTimeout(entry.timer)
    waiting.delete(key)
    sent++
    saving = saving
      .then(() => changeLine(toLine(entry.line)))
      .finally(() => sent--)
      .catch((error) => {
        onRefused()
        toastError(error)
      })
  }

  return {
    isSaving: () => waiting.size + sent > 0,
    save(line: CartLineView, afterMs: number) {
      const key = `${line.productId} ${line.size}`
      clearTimeout(waiting.get(key)?.timer)
      waiting.set(key, { line, timer: setTimeout(() => send(key), afterMs) })
      if (afterMs === 0) send(key)
    },
    async saveAll() {
      for (const key of [...waiting.keys()]) send(key)
      await saving
    },
  }
}
