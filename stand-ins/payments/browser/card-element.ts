import type { CardProblem } from './card-checks.ts'
import { cardProblem, fieldOf } from './card-checks.ts'
import type { CardFields } from './card-fields.ts'
import { drawCardFields } from './card-fields.ts'
import { createListeners } from './listeners.ts'
import type { ProviderError } from './provider-calls.ts'

export type CardElement = ReturnType<typeof createCardElement>
type Options = { disabled?: boolean }

const marks = ['StripeElement', 'StripeElement--empty', 'StripeElement--complete', 'StripeElement--invalid']

/** What the provider's script calls a card Element: mounted somewhere, it tells how far the typing has come. */
export function createCardElement(options: Options, onDestroy: () => void) {
  const listeners = createListeners()
  let fields: CardFields | undefined
  let host: HTMLElement | undefined
  let lastTold = ''
  let isDisabled = options.disabled ?? false

  function tellChange() {
    if (!fields || !host) return
    const card = fields.typed()
    const empty = !card.number && !card.expiry && !card.cvc
    const error = cardProblem(card, false)
    const complete = !cardProblem(card, true)
    fields.mark(fieldOf(error?.code))
    host.classList.toggle('StripeElement--empty', empty)
    host.classList.toggle('StripeElement--complete', complete)
    host.classList.toggle('StripeElement--invalid', Boolean(error))
    const told = { elementType: 'card', empty, complete, error, brand: fields.brand() }
    const text = JSON.stringify(told)
    if (text !== lastTold) listeners.tell('change', told)
    lastTold = text
  }

  function unmount() {
    fields?.box.remove()
    host?.classList.remove(...marks)
    fields = undefined
    host = undefined
  }

  return {
    on: listeners.on,
    off: listeners.off,
    once: listeners.once,
    mount(where: string | HTMLElement) {
      host = typeof where === 'string' ? document.querySelector<HTMLElement>(where)! : where
      fields = drawCardFields()
      fields.disable(isDisabled)
      fields.box.addEventListener('input', tellChange)
      fields.box.addEventListener('focusin', () => listeners.tell('focus', { elementType: 'card' }))
      fields.box.addEventListener('focusout', () => listeners.tell('blur', { elementType: 'card' }))
      host.classList.add('StripeElement', 'StripeElement--empty')
      host.replaceChildren(fields.box)
      setTimeout(() => fields && listeners.tell('ready', { elementType: 'card' }))
    },
    update(changed: Options) {
      isDisabled = changed.disabled ?? isDisabled
      fields?.disable(isDisabled)
    },
    problem: () => fields && cardProblem(fields.typed(), true),
    typed: () => fields?.typed(),
    focus: () => fields?.focus(),
    mark: (problem: CardProblem | ProviderError | undefined) => fields?.mark(fieldOf(problem?.code)),
    blur: () => (document.activeElement as HTMLElement | null)?.blur(),
    clear() {
      fields?.clear()
      tellChange()
    },
    unmount,
    destroy() {
      unmount()
      onDestroy()
    },
  }
}
