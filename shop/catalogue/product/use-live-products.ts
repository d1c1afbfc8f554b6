import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { withQuery } from '~/platform/client/route.ts'
import { liveProductsPath } from '~/shop/routes.ts'

/** Open pages do not all ask in the same instant. */
const jitterMs = 300

/** Calls `refresh` soon after products have changed, while the page is in sight; and on coming back to it. */
export function useLiveProducts(refresh: () => void) {
  const { pathname, search } = useLocation()
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = () => {
      // The next page is being rendered: loading its data again now would overwrite its stored scroll position.
      if (location.pathname + location.search === pathname + search) refresh()
    }
  })
  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let upToDateAt = 0

    function soon() {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), Math.random() * jitterMs)
    }
    function listen() {
      const isSeen = document.visibilityState === 'visible'
      if (!isSeen && source) upToDateAt = performance.now()
      if (isSeen === Boolean(source)) return
      source?.close()
      source = isSeen ? connect() : undefined
    }
    function connect() {
      const seconds = Math.ceil((performance.now() - upToDateAt) / 1000)
      const connection = new EventSource(withQuery(liveProductsPath, { seconds }))
      let wasOpen = false
      connection.addEventListener('products', soon)
      connection.addEventListener('open', () => {
        // The browser has reconnected by itself, and changes may have been missed.
        if (wasOpen) soon()
        wasOpen = true
      })
      return connection
    }

    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      clearTimeout(timer)
      source?.close()
    }
  }, [])
}
