import type { Scenario } from '../scenario.ts'
import { depositsAreGivenBackOnce } from './deposits.ts'
import { discountsAreConsistent } from './discounts.ts'
import { disputesAreKnown } from './disputes.ts'
import { eventsAreMailedOnce, mailsAreSentOnce } from './mails.ts'
import { confirmationsHold, ordersMoveAsAllowed, unpaidLimitsHold } from './orders.ts'
import { parcelsAreConsistent, parcelsMoveAsAllowed } from './parcels.ts'
import { chargesAreAccountedFor } from './payments.ts'
import { peopleAreConsistent } from './people.ts'
import { readBooks } from './read.ts'
import { documentsAreGapless, receiptsAreCorrectedOnce } from './receipts.ts'
import { piecesAreRefundedOnce, refundsMatchTheProvider } from './refunds.ts'
import { returnsAreConsistent } from './returns.ts'
import { stockIsExplained } from './stock.ts'
import { withdrawalsAreConsistent } from './withdrawals.ts'

/**
 * What must be true whenever nobody is doing anything: the ledger, the refunds, the receipts and the parcels of the shop,
 * and the provider's books, agree. Returns what is broken.
 */
export async function checkBooks(scenario: Scenario): Promise<string[]> {
  const shop = scenario.shop()
  const found = [...scenario.violations]
  const report = (what: string) => void found.push(what)
  const books = await readBooks(shop)
  stockIsExplained(books, report)
  confirmationsHold(scenario, books, report)
  ordersMoveAsAllowed(books, report)
  unpaidLimitsHold(shop, books, report)
  discountsAreConsistent(books, report)
  chargesAreAccountedFor(books, report)
  refundsMatchTheProvider(books, report)
  piecesAreRefundedOnce(scenario, books, report)
  depositsAreGivenBackOnce(scenario, books, report)
  documentsAreGapless(books, report)
  receiptsAreCorrectedOnce(books, report)
  disputesAreKnown(books, report)
  parcelsAreConsistent(scenario, books, report)
  parcelsMoveAsAllowed(books, report)
  returnsAreConsistent(books, report)
  withdrawalsAreConsistent(books, report)
  eventsAreMailedOnce(books, report)
  if (scenario.crashes === 0) mailsAreSentOnce(shop, report)
  peopleAreConsistent(scenario, books, report)
  return found
}
