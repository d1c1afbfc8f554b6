import { badRequest } from './call.server.ts'
import { tell } from './events.server.ts'
import type { Form } from './form.ts'
import { partOf, textOf, textsOf } from './form.ts'
import type { Intent } from './intents.server.ts'
import type { Books } from './objects.server.ts'
import { hold, keep, nowInSeconds, randomText } from './objects.server.ts'

type Charge = { id: string; created: number; amount: number; amount_refunded: number } & Record<
  string,
  unknown
>

export async function createRefund(books: Books, form: Form) {
  const intent = await hold<Intent>(books, 'payment_intent', textOf(form, 'payment_intent'))
  if (!intent.latest_charge)
    throw badRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  const charge = await hold<Charge>(books, 'charge', intent.latest_charge)
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = Number(textOf(form, 'amount') ?? left)
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    throw badRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' })
  const refund = {
    id: `re_${randomText(24)}`,
    object: 'refund',
    amount,
    currency: intent.currency,
    charge: charge.id,
    payment_intent: intent.id,
    status: 'succeeded',
    reason: textOf(form, 'reason') ?? null,
    metadata: textsOf(partOf(form, 'metadata')),
    created: nowInSeconds(),
  }
  const refunded = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  await keep(books, 'refund', refund)
  await keep(books, 'charge', refunded)
  await tell(books, 'refund.created', refund)
  await tell(books, 'charge.refunded', refunded)
  return refund
}
