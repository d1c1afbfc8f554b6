import { ProviderRefusal } from './call.server.ts'
import type { TestCard } from './cards.ts'
import { hasValidCheckDigit, testCards } from './cards.ts'
import type { Form } from './form.ts'
import { nestedIn, textOf } from './form.ts'
import type { StandInTx } from './objects.server.ts'
import { deletionTime, lockObject, nowInSeconds, randomText, storeObject } from './objects.server.ts'

/** The name of the test card, never its number. */
type Method = { id: string; created: number; test_card: string } & Record<string, unknown>

export async function createMethod(ctx: StandInTx, form: Form): Promise<Method> {
  const card = nestedIn(form, 'card')
  const number = (textOf(card, 'number') ?? '').replace(/\s/g, '')
  const month = Number(textOf(card, 'exp_month'))
  const year = fullYear(Number(textOf(card, 'exp_year')))
  checkCard({ number, month, year, cvc: textOf(card, 'cvc') ?? '' })
  const known = testCards.find((test) => test.number === number)
  if (!known) throw liveCardInTestMode()
  const billing = nestedIn(form, 'billing_details')
  const method = {
    id: `pm_${randomText(24)}`,
    object: 'payment_method',
    type: 'card',
    created: nowInSeconds(),
    livemode: false,
    customer: null,
    metadata: {},
    test_card: known.name,
    billing_details: {
      name: textOf(billing, 'name') ?? null,
      email: textOf(billing, 'email') ?? null,
      phone: null,
      address: null,
    },
    card: { brand: known.brand, last4: number.slice(-4), exp_month: month, exp_year: year, country: 'US' },
  }
  await storeObject(ctx, 'payment_method', method, { deleteAt: deletionTime() })
  return method
}

/** By the id of a payment method, or by the documented name of a test card. */
export async function cardOf(ctx: StandInTx, methodId: string): Promise<TestCard> {
  const named = testCards.find((test) => test.name === methodId)
  if (named) return named
  const { test_card } = await lockObject<Method>(ctx, 'payment_method', methodId)
  return testCards.find((test) => test.name === test_card)!
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year)

function checkCard({
  number,
  month,
  year,
  cvc,
}: {
  number: string
  month: number
  year: number
  cvc: string
}) {
  if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number))
    throw cardRefusal('incorrect_number', 'number', 'Your card number is incorrect.')
  if (!(month >= 1 && month <= 12))
    throw cardRefusal('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  const today = new Date()
  const monthsLeft = (year - today.getFullYear()) * 12 + month - (today.getMonth() + 1)
  if (!(monthsLeft >= 0))
    throw cardRefusal('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  if (!/^\d{3,4}$/.test(cvc)) throw cardRefusal('invalid_cvc', 'cvc', "Your card's security code is invalid.")
}

const cardRefusal = (code: string, param: string, message: string) =>
  new ProviderRefusal(402, { type: 'card_error', code, param, message })

const liveCardInTestMode = () =>
  new ProviderRefusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. Please use one of the test cards.',
  })
