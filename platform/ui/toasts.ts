import { ApiError } from '~/platform/client/api.ts'
import { createStore } from '../client/store.ts'

export type ToastAction = { text: string; run: () => void }
export type Toast = { id: number; kind: 'success' | 'error'; text: string; actions: ToastAction[] }

const standardMs = 5000
/** For what offers something, which takes time to reach. */
const offerMs = 10_000
/** Those that are shown now. */
export const toastStore = createStore<Toast[]>([])
let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

type Options = { closesAfterMs?: number; actions?: ToastAction[] }

/** Shows a short notice that closes by itself. Returns what closes it earlier. */
export function toast(
  kind: Toast['kind'],
  text: string,
  { actions = [], closesAfterMs = actions.length ? offerMs : standardMs }: Options = {},
) {
  const id = ++lastId
  // What went wrong before no longer matters once it has worked, and nothing is green beside what went wrong.
  const others = toastStore.get().filter((shown) => shown.kind === kind)
  update([...others, { id, kind, text, actions }])
  closeLater(id, closesAfterMs)
  return () => closeToast(id)
}

export const closeToast = (id: number) => update(toastStore.get().filter((t) => t.id !== id))

/** For a page that does what a toast offered. */
export const closeOffers = () => update(toastStore.get().filter((t) => t.actions.length === 0))

/** Nothing vanishes under the pointer, or with the focus in it. */
export function holdToasts() {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts() {
  for (const { id } of toastStore.get()) closeLater(id, standardMs)
}

function closeLater(id: number, ms: number) {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => closeToast(id), ms),
  )
}

function update(next: Toast[]) {
  for (const [id, timer] of timers)
    if (!next.some((t) => t.id === id)) {
      clearTimeout(timer)
      timers.delete(id)
    }
  toastStore.set(next)
}

/** Nothing green beside what went wrong on the page itself. */
export const closeSuccesses = () => update(toastStore.get().filter(({ kind }) => kind !== 'success'))

/** Says why the shop refused; anything else is a mistake of ours and goes on its way. */
export function toastError(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  toast('error', error.message)
}
