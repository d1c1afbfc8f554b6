export const longestSubject = 150

/** What the list of newsletters can be narrowed to. */
export const newsletterFilters = ['all', 'draft', 'sending', 'done'] as const

export type NewsletterState = 'draft' | 'preparing' | 'sending' | 'paused' | 'done' | 'stopped'

/** What it may become, and from where. */
export const stateSteps = {
  paused: ['sending'],
  sending: ['paused'],
  stopped: ['preparing', 'sending', 'paused'],
} as const satisfies Record<string, readonly NewsletterState[]>
export type NextState = keyof typeof stateSteps

export const mayBecome = (state: NewsletterState, next: NextState) =>
  (stateSteps[next] as readonly NewsletterState[]).includes(state)

/** Failed ones can be sent again unless it was stopped. */
export const mayRetry = (state: NewsletterState) =>
  state === 'sending' || state === 'paused' || state === 'done'

export const isUnderWay = (state: NewsletterState) => state === 'preparing' || state === 'sending'
