import type { Topic } from '~/database/topics.ts'
import type { Journal } from './journal.server.ts'

type Messages = {
  /** Topics, and the rows that the change was about, if that is known and they are few. */
  change: { changed: readonly Topic[]; touched?: readonly string[] | undefined }
  /** What is counted, and for how long. */
  count: { key: string; windowMs: number }
}
type Kind = keyof Messages
/** Called without a message when some were lost, because this worker had not read for very long. */
type Listener<K extends Kind> = (message: Messages[K] | undefined) => void

export type Siblings = ReturnType<typeof createSiblings>

/** The other workers of this machine: what one of them tells before it answers, the others hear before they answer. */
export function createSiblings(journal: Pick<Journal, 'read' | 'write'>, machine: string) {
  const listeners = new Map<Kind, Listener<Kind>>()
  return {
    /** The same for all workers: what other machines know them by. */
    machine,
    /** False when the message is too long. */
    tell: <K extends Kind>(kind: K, message: Messages[K]) => journal.write([kind, message]),
    hear: <K extends Kind>(kind: K, listener: Listener<K>) =>
      void listeners.set(kind, listener as Listener<Kind>),
    /** To be called when a request has arrived, before anything is taken from memory. */
    catchUp() {
      const entries = journal.read() as [Kind, Messages[Kind]][] | undefined
      if (entries) for (const [kind, message] of entries) listeners.get(kind)?.(message)
      else for (const listener of listeners.values()) listener(undefined)
    },
  }
}
