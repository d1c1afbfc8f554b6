import type { Books, Report } from './read.ts'

const shown: Record<string, string> = {
  needs_response: 'open',
  warning_needs_response: 'inquiry',
  warning_closed: 'closed',
}

/** The shop's disputes are those of the provider, and an inquiry holds no refund up. */
export function disputesAreKnown({ disputes, disputesAtProvider, orders, refunds }: Books, report: Report) {
  for (const { id, status, payment_intent } of disputesAtProvider) {
    const state = disputes.find((row) => row.id === id)?.state
    if (state !== (shown[status] ?? status))
      report(`disputes: ${id} is ${status} at the provider, ${state} in the shop`)
    for (const order of orders.filter(({ transaction_id }) => transaction_id === payment_intent))
      if (order.dispute_state !== state)
        report(`disputes: ${order.id} shows ${order.dispute_state}, not ${state}`)
    if (!status.startsWith('warning_')) continue
    const held = refunds.find((row) => row.transaction_id === payment_intent && row.state === 'refused')
    if (held && /charged back/.test(held.provider_reason ?? ''))
      report(`disputes: ${status} holds up a refund: ${held.provider_reason}`)
  }
}
