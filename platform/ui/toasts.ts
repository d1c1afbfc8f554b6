export type ToastAction = { text: string; run: () => void }
export type Toast = { id: number; kind: 'success' | 'error'; text: string; action?: ToastAction | undefined }

const standardMs = 5000
let toasts: Toast[] = []
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

type Options = { closesAfterMs?: number; action?: ToastAction }

/** Shows a short notice that closes by itself. Returns what closes it earlier. */
export function toast(
  kind: Toast['kind'],
  text: string,
  { closesAfterMs = standardMs, action }: Options = {},
) {
  const id = ++lastId
  // What went wrong before no longer matters once it has worked.
  const others = kind === 'success' ? toasts.filter((t) => t.kind === 'success') : toasts
  update([...others, { id, kind, text, action }])
  closeLater(id, closesAfterMs)
  return () => closeToast(id)
}

export const closeToast = (id: number) => update(toasts.filter((t) => t.id !== id))

/** For a page that does what a toast offered. */
export const closeOffers = () => update(toasts.filter((t) => !t.action))

/** Nothing vanishes under the pointer, or with the focus in it. */
export function holdToasts() {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts() {
  for (const { id } of toasts) closeLater(id, standardMs)
}

export const currentToasts = () => toasts
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function closeLater(id: number, ms: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => closeToast(id), ms),
  )
}

function update(next: Toast[]) {
  toasts = next
  for (const [id, timer] of timers)
    if (!next.some((t) => t.id === id)) {
      clearTimeout(timer)
      timers.delete(id)
    }
  for (const listener of listeners) listener()
}
