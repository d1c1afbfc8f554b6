import type { KeyboardEvent } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'

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
