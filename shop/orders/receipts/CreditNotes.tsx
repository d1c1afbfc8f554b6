import { longDay } from '~/platform/dates.ts'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { refundStates } from '../rules.ts'
import type { Receipt } from './contract.ts'
import { receiptTitles, taxLines } from './receipt-rules.ts'

/** What went back to the card since, each with its own number. */
export function CreditNotes({ notes, purchaseId }: { notes: Receipt[]; purchaseId: string }) {
  if (notes.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="credit-notes">
      <h2 id="credit-notes" className="text-[20px]">
        Returned to the card
      </h2>
      <ul className="grid gap-3 text-sm tabular-nums">
        {notes.map((note) => (
          <li
            key={note.number}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3 last:border-0"
          >
            <span className="mr-auto">
              <b>{note.number}</b>
              <span className="block text-muted">
                {receiptTitles[note.kind]}
                {note.kind === 'reversal' && ` ${note.concerns}`}, {longDay(new Date(note.issuedAt))}
                {taxLines(note).map(({ text }) => `, ${text[0]!.toLowerCase()}${text.slice(1)}`)}
              </span>
            </span>
            <b>
              <Money amount={note.total} />
            </b>
            {note.hasPdf && (
              <DownloadButton
                download={() =>
                  fetchAs(orderRoutes.getReceiptFile, {
                    params: { id: purchaseId, number: note.number! },
                  })
                }
                text="PDF"
                of={note.number!}
                busy="…"
                className="btn-small print:hidden"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

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
