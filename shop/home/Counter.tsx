import { useEffect, useRef, useState } from 'react'

const durationMs = 1600

/** Counts up when it becomes visible. The server renders the final figure, for visitors without scripts or motion. */
export function Counter({ value }: { value: number }) {
  const [shown, setShown] = useState(value)
  const element = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      const startedAt = performance.now()
      const step = (now: number) => {
        const progress = Math.min((now - startedAt) / durationMs, 1)
        setShown(Math.round(value * (1 - (1 - progress) ** 3)))
        if (progress < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    })
    observer.observe(element.current!)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [value])

  return (
    <span ref={element}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{value}</span>
    </span>
  )
}
