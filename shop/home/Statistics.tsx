import { useEffect, useRef, useState } from 'react'
import { pairsOf } from '~/shop/business/shown.ts'
import type { HomeTexts } from './HomePage.tsx'

export function Statistics({ texts: { countersTitle, counters } }: { texts: HomeTexts }) {
  const figures = pairsOf(counters)
  if (figures.length === 0) return null
  return (
    <section className="bg-night text-paper" aria-labelledby="statistics">
      <div className="section">
        <h2 id="statistics" className="headline">
          {countersTitle}
        </h2>
        <dl className="mt-8 grid grid-cols-2 gap-8 lg:grid-cols-4">
          {figures.map(({ title: value, text: label }) => (
            <div key={label} className="flex flex-col-reverse border-l-2 border-accent pl-4">
              <dt className="text-sm text-[#a3a8b0]">{label}</dt>
              <dd className="font-display text-[clamp(32px,4.5vw,52px)] font-extrabold leading-tight tabular-nums">
                <Counter value={Number(value)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

const durationMs = 1600

/** Counts up when it becomes visible. The server renders the final figure, for visitors without scripts or motion. */
function Counter({ value }: { value: number }) {
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
