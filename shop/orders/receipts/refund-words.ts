import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import type { refundStates } from '../rules.ts'
import type { Receipt } from './contract.ts'

type RefundState = (typeof refundStates)[number]

/** How the refund stands, by the credit notes that follow the receipt. Never more than is so. */
export function refundWords(state: RefundState, [receipt, ...notes]: Pick<Receipt, 'total'>[]) {
  const returned = notes.reduce((sum, { total }) => sum + toCents(total), 0)
  const isPart = receipt && returned > 0 && returned < toCents(receipt.total)
  return {
    requested: 'requested',
    pending: 'on its way, not arrived yet',
    refused: 'delayed; we are looking into it',
    failed: 'delayed; we are looking into it',
    succeeded: `${isPart ? `${formatDollars(toDollars(returned))} ` : ''}returned to the card`,
  }[state]
}
