import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'

const Line = z.object({
  text: z.string(),
  quantity: z.number().int(),
  unitPrice: z.number(),
  /** What a code took off: the total is what is left. */
  discount: z.object({ code: z.string(), amount: z.number() }).optional(),
  total: z.number(),
})

/** A receipt, or a credit note for money that went back. Sums in dollars. */
export const Receipt = z.object({
  kind: z.enum(['receipt', 'credit-note', 'reversal']),
  /** Absent for what was paid before receipts had numbers. */
  number: z.string().optional(),
  issuedAt: z.string(),
  /** Of a credit note the receipt, of a reversal the credit note. */
  concerns: z.string().optional(),
  seller: z.object({ name: z.string(), address: z.array(z.string()), taxId: z.string().optional() }),
  /** Line by line; empty once the customer is deleted. */
  customer: z.array(z.string()),
  lines: z.array(Line),
  total: z.number(),
  /** Included in the total. */
  tax: z.object({ rate: z.string(), amount: z.number() }).optional(),
  /** What of it is taxed by which rate, where the owner has set that; `tax` has the first rate and the sum. */
  taxes: z
    .array(
      z.object({
        name: z.string(),
        rate: z.string(),
        gross: z.number(),
        amount: z.number(),
        /** Why there is none. */
        note: z.string().optional(),
      }),
    )
    .optional(),
  /** False without a number, and where the PDF cannot show all letters. */
  hasPdf: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>
export type NumberedReceipt = Receipt & { number: string }

export const receiptContract = {
  getReceiptFile: { params: z.object({ id: z.string(), number: z.string() }), response: z.string() },
} satisfies Contract
export type ReceiptContract = typeof receiptContract

export const refuse = refusalsOf({
  unknown_receipt: [404, 'There is no such receipt.'],
  no_pdf: [
    409,
    'This receipt has letters that a PDF of ours cannot show. Print its page: the browser can save that as a PDF.',
  ],
})
