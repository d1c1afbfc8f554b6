import type { RefundRow } from '~/database/tables.ts'
import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'
import { goodsOf, sum } from './read.ts'

/**
 * No deposit is given back twice, by the old part or with the new one, and none is kept of what is refunded; documents
 * keep deposits apart from revenue, to the cent.
 */
export function depositsAreGivenBackOnce(scenario: Scenario, books: Books, report: Report) {
  piecesHaveOneDeposit(scenario, books, report)
  documentsKeepThemApart(books, report)
  oldPartsAreAnsweredOnce(books, report)
}

const mayArrive = ({ state }: RefundRow) => state !== 'failed'
const isSettled = ({ state, closed_as }: RefundRow) => state === 'failed' && closed_as === 'settled'

function piecesHaveOneDeposit({ closedByHand }: Scenario, books: Books, report: Report) {
  const { orders, refunds, refundLines } = books
  const byId = new Map(refunds.map((row) => [row.id, row]))
  for (const order of orders) {
    const { id, quantity, deposit_cents: each, deposits_back } = order
    const own = refundLines.filter((line) => line.order_id === id)
    const of = (some: (refund: RefundRow) => boolean) =>
      own.filter((line) => {
        const refund = byId.get(line.refund_id)
        return refund && some(refund)
      })
    const count = (lines: typeof own) => sum(lines.map(({ deposits }) => deposits))
    if (each === 0 && (count(own) > 0 || deposits_back > 0))
      report(`deposits: ${id} has none, and gave some back`)
    const arriving = of(mayArrive)
    const settled = of((refund) => isSettled(refund) && closedByHand.has(refund.id))
    const toRetry = of((refund) => refund.state === 'failed' && refund.closed_at === null)
    if (count(arriving) > quantity) report(`deposits: ${count(arriving)} of ${quantity} went back of ${id}`)
    if (count([...arriving, ...settled]) > quantity)
      report(`deposits: some of ${id} went back that were settled otherwise`)
    if (count([...arriving, ...settled, ...toRetry]) > quantity)
      report(`deposits: some of ${id} went back and can be tried again`)
    const goods = sum(
      own.filter((line) => arriving.includes(line)).map((line) => line.cents - each * line.deposits),
    )
    if (goods > goodsOf([order])) report(`deposits: ${goods} went back for the goods of ${id}`)
    if (own.some((line) => line.cents < each * line.deposits))
      report(`deposits: a refund of ${id} is for less than its deposits`)
    const pieces = sum([...arriving, ...settled].map((line) => line.quantity))
    const back = count([...arriving, ...settled])
    // One that has bounced is owed, and shown.
    if (each > 0 && of((refund) => refund.state === 'failed').length === 0 && pieces > back)
      report(`deposits: ${pieces} of ${id} are refunded, and the deposit of ${back}`)
    const isPaid = order.state === 'paid' || order.state === 'refunded'
    const shown = order.state === 'refunded' && each > 0 ? quantity : back
    if (isPaid && deposits_back !== shown)
      report(`deposits: ${id} shows ${deposits_back} back instead of ${shown}`)
  }
}

function documentsKeepThemApart(
  { receipts, orders, purchases, refunds, refundLines, lostCents }: Books,
  report: Report,
) {
  for (const { id, transaction_id } of purchases) {
    const own = receipts.filter((row) => row.purchase_id === id)
    const receipt = own.find(({ kind }) => kind === 'receipt')
    if (!receipt) continue
    const paid = orders.filter((row) => row.purchase_id === id && row.transaction_id === transaction_id)
    const taken = sum(paid.map((row) => row.deposit_cents * row.quantity))
    if (Number(receipt.deposit_cents) !== taken)
      report(`deposits: the receipt of ${id} has ${receipt.deposit_cents} instead of ${taken}`)
    const notes = own
      .filter(({ kind }) => kind !== 'receipt')
      .toSorted((a, b) => a.year - b.year || a.number - b.number)
    const left = { all: receipt.amount_cents, held: taken }
    for (const note of notes) {
      left.all -= note.amount_cents
      left.held -= Number(note.deposit_cents)
      if (left.held < 0 || left.held > left.all || left.held > taken)
        report(`deposits: ${left.held} of ${taken} are held of ${id}, of which ${left.all} is left`)
    }
    const back = refunds.filter((row) => row.transaction_id === transaction_id && row.state === 'succeeded')
    const isPlain =
      lostCents(transaction_id) === 0 &&
      notes.every(({ kind }) => kind === 'credit-note') &&
      back.every((row) => {
        const lines = refundLines.filter((line) => line.refund_id === row.id)
        return lines.length > 0 && sum(lines.map(({ cents }) => cents)) <= row.amount_cents
      })
    if (!isPlain) continue
    const given = sum(
      refundLines
        .filter((line) => back.some((row) => row.id === line.refund_id))
        .map((line) => line.deposits * (paid.find((row) => row.id === line.order_id)?.deposit_cents ?? 0)),
    )
    if (taken - left.held !== given)
      report(`deposits: ${given} went back of ${id}, and ${taken - left.held} are credited`)
  }
}

function oldPartsAreAnsweredOnce({ oldParts, orders, refunds, refundLines }: Books, report: Report) {
  for (const order of orders) {
    const own = oldParts.filter((row) => row.order_id === order.id)
    if (own.filter(({ state }) => state === 'asked').length > 1) report(`deposits: two asked of ${order.id}`)
    if (own.some(({ state }) => state === 'asked') && order.deposits_back >= order.quantity)
      report(`deposits: nothing is left to give back for what is asked of ${order.id}`)
  }
  for (const { id, order_id, state, refund_id } of oldParts) {
    if (refund_id === null) continue
    const refund = refunds.find((row) => row.id === refund_id)
    const isAboutIt = refundLines.some((line) => line.refund_id === refund_id && line.order_id === order_id)
    if (state !== 'given_back' || !refund || (!isAboutIt && refund.closed_at === null))
      report(`deposits: ${id} is ${state}, by a refund of something else`)
  }
}
