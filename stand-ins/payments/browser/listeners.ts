type Listener = (event?: unknown) => void

/** `on`, `off` and `once`, as every element of the provider's script has them. */
export function createListeners() {
  const byEvent = new Map<string, Set<Listener>>()
  const of = (event: string) => {
    const known = byEvent.get(event) ?? new Set()
    byEvent.set(event, known)
    return known
  }
  const off = (event: string, listener?: Listener) => {
    if (listener) of(event).delete(listener)
    else byEvent.delete(event)
  }
  return {
    off,
    on: (event: string, listener: Listener) => void of(event).add(listener),
    once(event: string, listener: Listener) {
      const first: Listener = (payload) => {
        off(event, first)
        listener(payload)
      }
      of(event).add(first)
    },
    emit(event: string, payload?: unknown) {
      for (const listener of [...of(event)]) listener(payload)
    },
  }
}
