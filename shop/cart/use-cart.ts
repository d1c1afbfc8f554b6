import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { readFacts, writeFacts } from '~/shop/vehicles/facts.ts'
import { answer as answerOfDriven, currentCar } from '~/shop/vehicles/garage/garage.ts'
import { changeLine } from './cart-client.ts'
import type { Cart, CartLineView } from './contract.ts'
import { isSameLine, toLine } from './rules.ts'

const pauseMs = 500

/** The cart as it is shown. A change is seen at once and saved after a pause; `saved` waits until all are. */
export function useCart(loaded: Cart) {
  const [cart, setCart] = useState(loaded)
  const { revalidate: reload, state } = useRevalidator()
  const [saver] = useState(() => createLineSaver(() => void reload()))
  /** Changed since the load began. */
  const isOutdated = useRef(false)
  useEffect(() => {
    if (!isOutdated.current && !saver.isSaving()) return setCart(loaded)
    // What was loaded does not know the last change, which would be undone in front of the customer.
    isOutdated.current = false
    void saver.saveAll().then(reload)
  }, [loaded, saver, reload])
  // What was typed last is saved also by somebody who goes on at once.
  useEffect(() => () => void saver.saveAll(), [saver])

  /** The line as it shall be, in the place of the one that was; 0 pieces remove it. */
  function change(before: CartLineView, after: CartLineView) {
    if (state === 'loading') isOutdated.current = true
    setCart((now) => ({ ...now, lines: replaced(now.lines, before, after) }))
    if (!isSameLine(before, after)) saver.save({ ...before, quantity: 0 }, 0)
    saver.save(after, after.quantity === 0 ? 0 : pauseMs)
    if (after.quantity > 0) return
    const run = () => void undo(before)
    toast('success', `${before.product?.productName ?? 'The part'} was removed`, {
      actions: [{ text: 'Undo', run }],
    })
  }
  async function undo(line: CartLineView) {
    saver.save(line, 0)
    await saver.saveAll()
    await reload()
  }
  /** What was said about the car of some lines: how they fit is asked for again. */
  async function answer(vehicleId: string, attribute: string, value: string) {
    for (const line of cart.lines) {
      if (line.car?.vehicleId !== vehicleId) continue
      const facts = writeFacts({ ...readFacts(line.car.facts), [attribute]: value })
      saver.save({ ...line, car: { vehicleId, facts } }, 0)
    }
    if (currentCar()?.vehicleId === vehicleId) await answerOfDriven(attribute, value)
    await saver.saveAll()
    await reload()
  }
  return { cart, change, answer, saved: saver.saveAll, reload: () => void reload() }
}

/** A size that is there already takes the pieces of the other. */
function replaced(lines: CartLineView[], before: CartLineView, after: CartLineView) {
  const isOther = (line: CartLineView) => !isSameLine(line, before) && isSameLine(line, after)
  return lines
    .filter((line) => !isOther(line))
    .map((line) => (isSameLine(line, before) ? after : line))
    .filter(({ quantity }) => quantity > 0)
}

/** Stores changed lines one after the other, each when nobody has changed it again for a moment. */
function createLineSaver(onRefused: () => void) {
  const waiting = new Map<string, { line: CartLineView; timer: ReturnType<typeof setTimeout> }>()
  let saving: Promise<unknown> = Promise.resolve()
  let sent = 0

  function send(key: string) {
    const entry = waiting.get(key)
    if (!entry) return
    clearTimeout(entry.timer)
    waiting.delete(key)
    sent++
    saving = saving
      .then(() => changeLine(toLine(entry.line)))
      .finally(() => sent--)
      .catch((error) => {
        onRefused()
        toastError(error)
      })
  }

  return {
    isSaving: () => waiting.size + sent > 0,
    save(line: CartLineView, afterMs: number) {
      const key = `${line.productId} ${line.size}`
      clearTimeout(waiting.get(key)?.timer)
      waiting.set(key, { line, timer: setTimeout(() => send(key), afterMs) })
      if (afterMs === 0) send(key)
    },
    async saveAll() {
      for (const key of [...waiting.keys()]) send(key)
      await saving
    },
  }
}
