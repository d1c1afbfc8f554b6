export const reviewStates = ['all', 'hidden'] as const
export const questionStates = ['all', 'open', 'hidden'] as const
/** What waits is worked off from the top: so many are shown at a time. */
export const queueShown = 20
