import { Refusal } from '~/platform/refusal.ts'
import type { OrderRefusal } from './contract.ts'
import { refusals } from './contract.ts'

export function refuse(reason: OrderRefusal, details?: Record<string, unknown>) {
  const [status, message] = refusals[reason]
  return new Refusal(status, reason, message, undefined, details)
}
