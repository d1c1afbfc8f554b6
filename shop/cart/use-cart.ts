import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { readFacts, writeFacts } from '~/shop/vehicles/facts.ts'
import { answer as answerOfDriven, currentCar } from '~/shop/vehicles/garage/garage.ts'
import { changeLine } from './cart-client.ts'
import { onCartOfOtherTab } from './cart-storage.ts'
import type { Cart, CartLineView } from './contract.ts'
import type { ListName } from './rules.ts'
import { isSameLine, listNames, toLine, withLine } from './rules.ts'

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
  useEffect(() => onCartOfOtherTab(() => void reload()), [reload])

  /** The line as it shall be, in the place of the one that was; 0 pieces remove it. */
  function change(before: CartLineView, after: CartLineView) {
    show((now) => replaced(now, before, after))
    if (!isSameLine(before, after)) saver.save({ ...before, quantity: 0 }, 'lines', 0)
    saver.save(after, 'lines', after.quantity === 0 ? 0 : pauseMs)
    if (after.quantity === 0) offerUndo(before, 'lines', 'was removed')
  }
  /** The line into the other list. */
  function move(line: CartLineView, to: ListName) {
    show((now) => withLine(now, line, to))
    saver.save(line, to, 0)
    if (to === 'saved') offerUndo(line, 'lines', 'is saved for later')
    else toast('success', `${nameOf(line)} is in your cart`)
  }
  function removeSaved(line: CartLineView) {
    const removed = { ...line, quantity: 0 }
    show((now) => withLine(now, removed, 'saved'))
    saver.save(removed, 'saved', 0)
    offerUndo(line, 'saved', 'was removed')
  }
  function show(next: (now: Lists) => Lists) {
    if (state === 'loading') isOutdated.current = true
    setCart((now) => ({ ...now, ...next(now) }))
  }
  const offerUndo = (line: CartLineView, list: ListName, words: string) =>
    toast('success', `${nameOf(line)} ${words}`, {
      actions: [{ text: 'Undo', run: () => void undo(line, list) }],
    })
  async function undo(line: CartLineView, list: ListName) {
    saver.save(line, list, 0)
    await saver.saveAll()
    await reload()
  }
  /** What was said about the car of some lines: how they fit is asked for again. */
  async function answer(vehicleId: string, attribute: string, value: string) {
    for (const list of listNames)
      for (const line of cart[list]) {
        if (line.car?.vehicleId !== vehicleId) continue
        const facts = writeFacts({ ...readFacts(line.car.facts), [attribute]: value })
        saver.save({ ...line, car: { vehicleId, facts } }, list, 0)
      }
    if (currentCar()?.vehicleId === vehicleId) await answerOfDriven(attribute, value)
    await saver.saveAll()
    await reload()
  }
  return { cart, change, move, removeSaved, answer, saveAll: saver.saveAll, reload }
}

type Lists = Pick<Cart, ListName>

const nameOf = ({ product }: CartLineView) => product?.productName ?? 'The part'

/** A size that is there already takes the pieces of the other. */
function replaced({ lines, saved }: Lists, before: CartLineView, after: CartLineView): Lists {
  const isOther = (line: CartLineView) => !isSameLine(line, before) && isSameLine(line, after)
  return {
    lines: lines
      .filter((line) => !isOther(line))
      .map((line) => (isSameLine(line, before) ? after : line))
      .filter(({ quantity }) => quantity > 0),
    saved: saved.filter((line) => !isOther(line)),
  }
}

/** Stores changed lines one after the other, each when nobody has changed it again for a moment. */
function createLineSaver(onRefused: () => void) {
  type Entry = { line: CartLineView; list: ListName; timer: ReturnType<typeof setTimeout> }
  const waiting = new Map<string, Entry>()
  let saving: Promise<unknown> = Promise.resolve()
  let sent = 0

  function send(key: string) {
    const entry = waiting.get(key)
    if (!entry) return
    clearTimeout(entry.timer)
    waiting.delete(key)
    sent++
    saving = saving
      .then(() => changeLine(toLine(entry.line), entry.list))
      .finally(() => sent--)
      .catch((error) => {
        onRefused()
        toastError(error)
      })
  }

  return {
    isSaving: () => waiting.size + sent > 0,
    save(line: CartLineView, list: ListName, afterMs: number) {
      const key = `${line.productId} ${line.size}`
      clearTimeout(waiting.get(key)?.timer)
      waiting.set(key, { line, list, timer: setTimeout(() => send(key), afterMs) })
      if (afterMs === 0) send(key)
    },
    async saveAll() {
      for (const key of [...waiting.keys()]) send(key)
      await saving
    },
  }
}
