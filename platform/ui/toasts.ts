export type Toast = { id: number; kind: 'success' | 'error'; text: string }

const standardMs = 5000
let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a short notice that closes by itself. */
export function toast(kind: Toast['kind'], text: string, closesAfterMs = standardMs) {
  const id = ++lastId
  update([...toasts, { id, kind, text }])
  setTimeout(() => closeToast(id), closesAfterMs)
}

export const closeToast = (id: number) => update(toasts.filter((t) => t.id !== id))

export const currentToasts = () => toasts
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function update(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
