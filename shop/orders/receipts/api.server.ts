import type { Database } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { AsFile } from '~/platform/http/endpoint.server.ts'
import { purchaseFor } from '../purchases.server.ts'
import type { ReceiptContract } from './contract.ts'
import { refuse } from './contract.ts'
import { toReceipts } from './receipt.server.ts'
import { receiptPdf } from './receipt-pdf.server.ts'
import { receiptRowsOf } from './store.server.ts'

export const receiptEndpoints = ({ db }: Database): Implementations<ReceiptContract> => ({
  getReceiptFile: {
    access: 'owner-or-money',
    summary: 'A receipt or credit note of a purchase as PDF, by its number',
    async handler({ params, caller }) {
      const { id } = await purchaseFor(db, params.id, caller)
      const receipts = await toReceipts(await receiptRowsOf(db, id))
      const receipt = receipts.find(({ number }) => number === params.number)
      if (!receipt) throw refuse('unknown_receipt')
      if (!receipt.hasPdf) throw refuse('no_pdf')
      return new AsFile(`${receipt.number}.pdf`, 'application/pdf', await receiptPdf(receipt))
    },
  },
})
