import type { CSSProperties } from 'react'
import { useEffect, useState } from 'react'
import { waitedMs } from './navigation-clock.ts'
import { Title } from './Title.tsx'
import { useHydrated } from './use-hydrated.ts'

type Props = { page: string; seconds: 1 | 2 | 3; whole?: boolean }

/**
 * A spinner that delays nothing: the finished page lies under it, CSS alone lifts it, and CSS alone hides it from
 * anybody who has seen it today, does anything, prefers less motion, or visits a shop that wants none.
 */
export function Splash({ page, seconds, whole = false }: Props) {
  const isHydrated = useHydrated()
  // A page that came from the server was waited for as long as app/pages/before-paint.ts says.
  const [waited] = useState(() =>
    isHydrated ? ({ '--waited': `${waitedMs()}ms` } as CSSProperties) : undefined,
  )
  useEffect(() => {
    remember(page)
    return () => {
      const { dataset } = document.documentElement
      dataset.seen = together(dataset.seen, page)
    }
  }, [page])
  return (
    <div
      className={`cover cover-${seconds}s ${whole ? 'cover-whole' : ''}`}
      data-cover={page}
      style={waited}
      aria-hidden="true"
    >
      <span className="cover-wheel" />
    </div>
  )
}

/** For all tabs of this browser and for today; read again in app/pages/before-paint.ts. */
function remember(page: string) {
  try {
    const today = new Date().toDateString()
    const [day, pages] = localStorage.getItem('seen')?.split('|') ?? []
    localStorage.setItem('seen', `${today}|${together(day === today ? pages : '', page)}`)
  } catch {
    // Storage may be forbidden: then the spinner is simply shown again.
  }
}

const together = (seen: string | undefined, page: string) =>
  [...new Set(seen?.split(' ')).add(page)].join(' ').trim()

/** While it is not yet known what to show. */
export const Loading = () => (
  <div role="status" className="loading grid min-h-[50vh] place-items-center">
    <Title page="Loading" />
    <span className="cover-wheel" aria-hidden="true" />
    <h1 className="sr-only">Loading</h1>
    <noscript>
      <p className="field-error">This page needs JavaScript.</p>
    </noscript>
  </div>
)
