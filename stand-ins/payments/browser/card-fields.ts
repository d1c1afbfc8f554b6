import { testCards } from '../cards.ts'
import type { TypedCard } from './card-checks.ts'
import {
  brandOf,
  cvcLengthOf,
  digitsOf,
  isCompleteNumber,
  spacedExpiry,
  spacedNumber,
} from './card-checks.ts'

export type CardFields = ReturnType<typeof createCardFields>

/** Number, expiry and code with their labels, and a notice that no real money moves here. */
export function createCardFields() {
  const box = element(
    'div',
    'grid grid-cols-2 gap-x-3 gap-y-3.5 sm:grid-cols-[minmax(0,1fr)_8.25rem_6.25rem]',
  )
  const number = input('Card number', 'cc-number', '1234 1234 1234 1234')
  const expiry = input('Expiry date', 'cc-exp', 'MM / YY')
  const cvc = input('CVC', 'cc-csc', '123')
  number.field.classList.add('max-sm:col-span-2')
  box.append(number.field, expiry.field, cvc.field, notice())
  const inputs = [number.input, expiry.input, cvc.input]

  const typed = (): TypedCard => ({
    number: digitsOf(number.input.value),
    expiry: digitsOf(expiry.input.value),
    cvc: digitsOf(cvc.input.value),
  })

  box.addEventListener('input', (event) => {
    // The provider's fields are in an iframe: their events do not reach the page.
    event.stopPropagation()
    const { number: digits, expiry: date, cvc: code } = typed()
    if (event.target === number.input) {
      number.input.value = spacedNumber(digits)
      if (isCompleteNumber(digits)) expiry.input.focus()
    }
    if (event.target === expiry.input) {
      expiry.input.value = spacedExpiry(date)
      if (date.length >= 4) cvc.input.focus()
    }
    if (event.target === cvc.input) cvc.input.value = code.slice(0, cvcLengthOf(digits))
  })
  box.addEventListener('change', (event) => event.stopPropagation())

  return {
    box,
    typed,
    brand: () => brandOf(typed().number),
    disable(disabled: boolean) {
      for (const each of inputs) each.disabled = disabled
    },
    clear() {
      for (const each of inputs) each.value = ''
    },
    /** Marks the invalid field, if there is one. */
    mark(invalid: keyof TypedCard | undefined) {
      const named = { number, expiry, cvc }
      for (const [name, { input: each }] of Object.entries(named)) {
        if (name === invalid) each.setAttribute('aria-invalid', 'true')
        else each.removeAttribute('aria-invalid')
      }
    },
    /** The invalid field, or the first. */
    focus: () =>
      (inputs.find((each) => each.getAttribute('aria-invalid') === 'true') ?? number.input).focus(),
  }
}

let fields = 0
function input(label: string, autocomplete: string, placeholder: string) {
  const id = `stand-in-card-${++fields}`
  const field = element('div', 'field')
  const name = element('label', '', label)
  name.htmlFor = id
  const typed = element('input', '')
  Object.assign(typed, { id, type: 'text', inputMode: 'numeric', placeholder })
  typed.setAttribute('autocomplete', autocomplete)
  field.append(name, typed)
  return { field, input: typed }
}

function notice() {
  const note = element('details', 'col-span-full -mb-3 text-sm text-muted')
  const summary = element(
    'summary',
    'min-h-11 cursor-pointer content-center',
    'Test shop: no card is charged. ',
  )
  summary.append(element('b', 'font-semibold text-accent-text', 'Test cards'))
  const list = element('ul', 'mb-3 grid gap-1 rounded-control bg-sunken p-4')
  list.append(element('li', 'mb-1', 'Any future date and any CVC will do with these test cards:'))
  for (const card of testCards) {
    if (!card.hint) continue
    const line = element('li', 'flex gap-2')
    line.append(element('code', 'whitespace-nowrap text-ink', spacedNumber(card.number)), ` ${card.hint}`)
    list.append(line)
  }
  note.append(summary, list)
  return note
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  classes: string,
  text?: string,
) {
  const created = document.createElement(name)
  if (classes) created.className = classes
  if (text) created.textContent = text
  return created
}
