import type { KeyboardEvent } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'

type Props = { shown: number; count: number; go: (to: number) => void }

/** To the picture before and after, where there is a mouse. */
export function StripButtons({ shown, count, go }: Props) {
  if (count < 2) return null
  return (
    <>
      <button
        type="button"
        className="icon-button strip-button top-1/2 left-3 -translate-y-1/2 pointer-coarse:hidden"
        aria-label="Previous picture"
        aria-disabled={shown === 0}
        onClick={() => go(shown - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        className="icon-button strip-button top-1/2 right-3 -translate-y-1/2 pointer-coarse:hidden"
        aria-label="Next picture"
        aria-disabled={shown === count - 1}
        onClick={() => go(shown + 1)}
      >
        <Icon name="arrow" />
      </button>
    </>
  )
}

export const StripCount = ({ shown, count }: Omit<Props, 'go'>) => (
  <p className="flex-none text-sm font-medium tabular-nums text-muted" role="status">
    <span className="sr-only">Picture </span>
    {shown + 1} <span aria-hidden="true">/</span>
    <span className="sr-only">of</span> {count}
  </p>
)

/** Pictures side by side that snap into place: swiped by touch, moved by arrow keys and buttons. */
export function useStrip(count: number, start = 0) {
  const ref = useRef<HTMLUListElement>(null)
  const [scrolledTo, setScrolledTo] = useState(start)
  const shown = Math.min(scrolledTo, count - 1)

  useLayoutEffect(() => {
    const strip = ref.current!
    strip.scrollTo({ left: start * strip.clientWidth, behavior: 'instant' })
  }, [start])

  function go(to: number) {
    const strip = ref.current!
    if (to >= 0 && to < count) strip.scrollTo({ left: to * strip.clientWidth })
  }

  return {
    shown,
    go,
    strip: {
      ref,
      // What scrolls must be reached by the keyboard.
      tabIndex: count > 1 ? 0 : undefined,
      onScroll: () => setScrolledTo(Math.round(ref.current!.scrollLeft / ref.current!.clientWidth)),
    },
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key]
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      go(shown + step)
    },
  }
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
