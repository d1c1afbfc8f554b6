import { useEffect } from 'react'

type Props = { page: string; seconds: 1 | 2 | 3; whole?: boolean }

/**
 * A spinner that delays nothing: the finished page lies under it, CSS alone lifts it, and CSS alone hides it from
 * whoever has seen it in this tab, prefers less motion, or visits a shop that wants none.
 */
export function Cover({ page, seconds, whole = false }: Props) {
  useEffect(() => {
    const leaving = () => remember(page)
    addEventListener('pagehide', leaving)
    return () => {
      removeEventListener('pagehide', leaving)
      leaving()
      const { dataset } = document.documentElement
      dataset.seen = together(dataset.seen, page)
    }
  }, [page])
  return (
    <div
      className={`cover cover-${seconds}s ${whole ? 'cover-whole' : ''}`}
      data-cover={page}
      aria-hidden="true"
    >
      <span className="cover-wheel" />
    </div>
  )
}

/** In the store alone: a page that is changed while it goes is laid out once more before the next one may come. */
function remember(page: string) {
  try {
    sessionStorage.setItem('seen', together(sessionStorage.getItem('seen'), page))
  } catch {
    // Storage may be forbidden: then the spinner is simply shown again.
  }
}

const together = (seen: string | null | undefined, page: string) =>
  [...new Set(seen?.split(' ')).add(page)].join(' ')
