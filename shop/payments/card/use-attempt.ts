import { useCallback, useEffect, useState } from 'react'

type Attempt<T> = { value?: T; error?: unknown }

/** Does something that may fail when the page opens, and again when the person asks for it. */
export function useAttempt<T>(act: () => Promise<T>) {
  const [round, setRound] = useState(0)
  const [attempt, setAttempt] = useState<Attempt<T>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is the wish to try again
  useEffect(() => {
    let isCurrent = true
    setAttempt({})
    act().then(
      (value) => isCurrent && setAttempt({ value }),
      (error) => isCurrent && setAttempt({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [act, round])
  return { ...attempt, again: useCallback(() => setRound((count) => count + 1), []) }
}
