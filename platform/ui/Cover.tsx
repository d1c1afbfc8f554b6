import { useEffect } from 'react'

type Props = { page: string; seconds: 1 | 2 | 3; whole?: boolean }

/**
 * A spinner that delays nothing: the finished page lies under it, CSS alone lifts it, and CSS alone hides it from
 * whoever has seen it in this tab, prefers less motion, or visits a shop that wants none.
 */
export function Cover({ page, seconds, whole = false }: Props) {
  useEffect(() => () => remember(page), [page])
  useEffect(() => {
    const leaving = () => remember(page)
    addEventListener('pagehide', leaving)
    return () => removeEventListener('pagehide', leaving)
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

function remember(page: string) {
  const { dataset } = document.documentElement
  const seen = new Set((dataset.seen ?? '').split(' '))
  dataset.seen = [...seen.add(page)].join(' ').trim()
  try {
    sessionStorage.setItem('seen', dataset.seen)
  } catch {
    // Storage may be forbidden: then the spinner is simply shown again.
  }
}
