import { useCallback, useEffect, useState } from 'react'

type Result<T> = { value?: T; error?: unknown }

/** Loads something when the page opens, and again on `retry`. */
export function useAsync<T>(load: () => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result<T>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` changes to load again
  useEffect(() => {
    let isCurrent = true
    setResult({})
    load().then(
      (value) => isCurrent && setResult({ value }),
      (error) => isCurrent && setResult({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])
  return { ...result, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}
