import { useEffect, useRef } from 'react'

const everyMs = 5000

/** While something is missing it is asked for again: when the connection is back, and now and then, as a server says nothing. */
export function useRetry(isMissing: boolean, retry: () => void) {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isMissing) return
    const again = () => latest.current()
    const timer = setInterval(again, everyMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isMissing])
}
