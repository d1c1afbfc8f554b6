import type { CardProblem } from './card-checks.ts'
import { cardFieldOf, cardProblem } from './card-checks.ts'
import type { CardFields } from './card-fields.ts'
import { createCardFields } from './card-fields.ts'
import type { StandInError } from './provider-calls.ts'

export type CardElement = ReturnType<typeof createCardElement>
type Options = { disabled?: boolean }

const stateClasses = [
  'StripeElement',
  'StripeElement--empty',
  'StripeElement--complete',
  'StripeElement--invalid',
]

/** Replaces the provider's card Element: mounted on the page, it emits an event for each change. */
export function createCardElement(options: Options, onDestroy: () => void) {
  const listeners = createListeners()
  let fields: CardFields | undefined
  let host: HTMLElement | undefined
  let lastChange = ''
  let isDisabled = options.disabled ?? false

  function emitChange() {
    if (!fields || !host) return
    const card = fields.typed()
    const empty = !card.number && !card.expiry && !card.cvc
    const error = cardProblem(card, false)
    const complete = !cardProblem(card, true)
    fields.mark(cardFieldOf(error?.code))
    host.classList.toggle('StripeElement--empty', empty)
    host.classList.toggle('StripeElement--complete', complete)
    host.classList.toggle('StripeElement--invalid', Boolean(error))
    const change = { elementType: 'card', empty, complete, error, brand: fields.brand() }
    const text = JSON.stringify(change)
    if (text !== lastChange) listeners.emit('change', change)
    lastChange = text
  }

  function unmount() {
    fields?.box.remove()
    host?.classList.remove(...stateClasses)
    fields = undefined
    host = undefined
  }

  return {
    on: listeners.on,
    off: listeners.off,
    once: listeners.once,
    mount(where: string | HTMLElement) {
      host = typeof where === 'string' ? document.querySelector<HTMLElement>(where)! : where
      fields = createCardFields()
      fields.disable(isDisabled)
      fields.box.addEventListener('input', emitChange)
      fields.box.addEventListener('focusin', () => listeners.emit('focus', { elementType: 'card' }))
      fields.box.addEventListener('focusout', () => listeners.emit('blur', { elementType: 'card' }))
      host.classList.add('StripeElement', 'StripeElement--empty')
      host.replaceChildren(fields.box)
      setTimeout(() => fields && listeners.emit('ready', { elementType: 'card' }))
    },
    update(changed: Options) {
      isDisabled = changed.disabled ?? isDisabled
      fields?.disable(isDisabled)
    },
    problem: () => fields && cardProblem(fields.typed(), true),
    typed: () => fields?.typed(),
    focus: () => fields?.focus(),
    mark: (problem: CardProblem | StandInError | undefined) => fields?.mark(cardFieldOf(problem?.code)),
    blur: () => (document.activeElement as HTMLElement | null)?.blur(),
    clear() {
      fields?.clear()
      emitChange()
    },
    unmount,
    destroy() {
      unmount()
      onDestroy()
    },
  }
}

type Listener = (event?: unknown) => void

/** `on`, `off` and `once`, as every element of the provider's script has them. */
function createListeners() {
  const byEvent = new Map<string, Set<Listener>>()
  const of = (event: string) => {
    const known = byEvent.get(event) ?? new Set()
    byEvent.set(event, known)
    return known
  }
  const off = (event: string, listener?: Listener) => {
    if (listener) of(event).delete(listener)
    else byEvent.delete(event)
  }
  return {
    off,
    on: (event: string, listener: Listener) => void of(event).add(listener),
    once(event: string, listener: Listener) {
      const first: Listener = (payload) => {
        off(event, first)
        listener(payload)
      }
      of(event).add(first)
    },
    emit(event: string, payload?: unknown) {
      for (const listener of [...of(event)]) listener(payload)
    },
  }
}
