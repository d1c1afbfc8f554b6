import { toast } from '~/platform/ui/toasts.ts'
import type { RefundAnswer } from './contract.ts'

/** What an admin reads once the provider was asked: never more than it said. */
export function toastRefund({ outcome, reason }: RefundAnswer) {
  const because = reason ? `: ${reason}` : ''
  if (outcome === 'refunded') toast('success', 'The money has gone back')
  else if (outcome === 'pending')
    toast('success', 'The provider has taken the refund; the money is not there yet')
  else if (outcome === 'refunding')
    toast('success', 'The provider does not answer: the shop asks again by itself')
  else if (outcome === 'refused') toast('error', `The provider refuses the refund${because}`)
  else toast('error', `The refund has failed${because}`)
}
