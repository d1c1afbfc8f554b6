import type { Topic } from '~/database/topics.ts'

/** Numbers that change all the time, and that cached pages show where a template has placeholders. */
export type LiveNumbers = {
  /** Changes of this topic are found here, and leave pages in the cache. */
  topic: Topic
  /** Counts what no number alone can show: other words, other parts in a list. Pages are rendered again then. */
  readonly states: number
  /** Counts changes of numbers. */
  readonly version: number
  readonly isFresh: boolean
  /** Resolves when all that had changed before this call is known. */
  fresh(): Promise<void>
  get(id: string): number | undefined
}
