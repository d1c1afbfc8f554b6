import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

type Props<Panel> = {
  download: () => Promise<Panel>
  /** Holds its place until it is there. */
  placeholder?: ReactNode
  children: (panel: Panel) => ReactNode
}

/**
 * A part of a page that is downloaded after the page. What could not be downloaded is tried again, and the rest of the
 * page can be used meanwhile; React's own `lazy` would end the whole page.
 */
export function LazyPanel<Panel>({ download, placeholder, children }: Props<Panel>) {
  const [panel, setPanel] = useState<{ downloaded: Panel }>()
  const [isMissing, setIsMissing] = useState(false)
  const load = () =>
    void download().then(
      (downloaded) => setPanel({ downloaded }),
      () => setIsMissing(true),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first try, and useRetry makes the others
  useEffect(load, [])
  useRetry(isMissing && !panel, load)
  if (panel) return children(panel.downloaded)
  return isMissing ? <MissingPanel /> : placeholder
}

/** Some browsers never ask again for a script that they could not get. */
const MissingPanel = () => (
  <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
    A part of this page could not be loaded. Check your connection.
    <button type="button" className="text-link min-h-11" onClick={() => location.reload()}>
      Reload the page
    </button>
  </p>
)

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
