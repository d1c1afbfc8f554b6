import { useState } from 'react'
import type { CartLineView } from './contract.ts'

export type Misfits = ReturnType<typeof useMisfits>

const keyOf = ({ productId, size, car }: CartLineView) =>
  `${productId} ${size} ${car?.vehicleId} ${car?.facts}`

/** Lines that do not fit their car: each is ticked before all are ordered. */
export function useMisfits(lines: CartLineView[]) {
  const [ticked, setTicked] = useState<string[]>([])
  const [isAsked, setIsAsked] = useState(false)
  const isTicked = (line: CartLineView) => ticked.includes(keyOf(line))
  const isOpen = (line: CartLineView) => line.fit?.verdict === 'does-not-fit' && !isTicked(line)
  return {
    isTicked,
    isMissing: (line: CartLineView) => isAsked && isOpen(line),
    tick: (line: CartLineView, isNow: boolean) =>
      setTicked(isNow ? [...ticked, keyOf(line)] : ticked.filter((key) => key !== keyOf(line))),
    /** Whether all are ticked; from then on the lines say which are not. */
    check() {
      setIsAsked(true)
      if (!lines.some(isOpen)) return true
      document.querySelector<HTMLElement>('[data-misfit]:not(:checked)')?.focus()
      return false
    },
  }
}
