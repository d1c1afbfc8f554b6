import type { OrderRow, PurchaseRow, ReceiptRow } from '~/database/tables.ts'
import { toDollars } from '~/platform/money.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { addressLines } from '~/shop/addresses/rules.ts'
import type { TaxEntry } from '~/shop/rates/tax.ts'
import { addressIn } from '../deliver/delivery-rules.ts'
import type { NumberedReceipt, Receipt } from './contract.ts'
import { hasPdf } from './receipt-pdf.server.ts'
import { receiptNumber, shownTaxRate } from './receipt-rules.ts'

type Customer = { name: string; email: string; address?: Address }
export type ReceiptLine = {
  text: string
  quantity: number
  unitCents: number
  cents: number
  /** What a code took off; what is stored of the others stays as it was. */
  discount?: { code: string; cents: number }
  isDelivery?: true
  /** Held, and no revenue. */
  isDeposit?: true
  /** Where other lines of the document are taxed, or would be. */
  isUntaxed?: true
  /** Its share of the tax, for the books: it is not printed. */
  taxCents?: number
}
export type StoredTax = TaxEntry & { note?: string }

export const customerOf = (purchase: PurchaseRow, orders: OrderRow[]): Customer => {
  const { email, user_name: name } = orders[0]!
  const address = addressIn(purchase)
  return { name, email, ...(address && { address }) }
}

/** Of a purchase that is paid, delivery included. */
export const receiptLinesOf = ({ fee_cents: fee }: PurchaseRow, orders: OrderRow[]): ReceiptLine[] => [
  ...orders.flatMap((order) =>
    linesOfOrder(order, {
      quantity: order.quantity,
      deposits: order.deposit_cents > 0 ? order.quantity : 0,
      cents: order.price_cents,
    }),
  ),
  ...(fee > 0
    ? [{ text: 'Delivery', quantity: 1, unitCents: fee, cents: fee, isDelivery: true as const }]
    : []),
]

/** Of some pieces of an order, and apart from them the deposits of some. */
export function linesOfOrder(
  order: OrderRow,
  { quantity, deposits, cents }: { quantity: number; deposits: number; cents: number },
): ReceiptLine[] {
  const held = deposits * order.deposit_cents
  const goods = cents - held
  return [
    ...(quantity > 0
      ? [
          {
            text: partOf(order),
            quantity,
            unitCents: order.unit_cents,
            cents: goods,
            ...discountIn(order, quantity, goods),
          },
        ]
      : []),
    ...(deposits > 0
      ? [
          {
            text: depositFor(order),
            quantity: deposits,
            unitCents: order.deposit_cents,
            cents: held,
            isDeposit: true as const,
          },
        ]
      : []),
  ]
}

/** By what is paid or goes back for them. */
const discountIn = (
  { unit_cents, discount_code: code }: OrderRow,
  quantity: number,
  cents: number,
): Pick<ReceiptLine, 'discount'> => (code ? { discount: { code, cents: unit_cents * quantity - cents } } : {})

export const depositFor = ({ product_name }: OrderRow) => `Deposit for ${product_name}`

const partOf = ({ product_name, size }: OrderRow) => `${product_name}, size ${size}`

/** All documents of a purchase, the receipt first. */
export const toReceipts = (rows: ReceiptRow[]): Promise<NumberedReceipt[]> =>
  Promise.all(rows.map((row) => toReceipt(row, rows)))

async function toReceipt(row: ReceiptRow, rows: ReceiptRow[]) {
  const concerned = row.kind === 'reversal' ? reversed(rows, row) : row.kind === 'credit-note' && rows[0]
  const receipt = {
    kind: row.kind,
    number: receiptNumber(row),
    issuedAt: row.issued_at,
    ...(concerned && { concerns: receiptNumber(concerned) }),
    seller: JSON.parse(row.seller),
    customer: row.customer ? customerLines(JSON.parse(row.customer)) : [],
    lines: shownLines(JSON.parse(row.lines)),
    total: toDollars(row.amount_cents),
    ...(row.tax_rate > 0 && {
      tax: { rate: shownTaxRate(row.tax_rate), amount: toDollars(row.tax_cents) },
    }),
    ...(row.taxes && { taxes: shownTaxes(JSON.parse(row.taxes)) }),
  }
  return { ...receipt, hasPdf: await hasPdf(receipt) }
}

const shownTaxes = (entries: StoredTax[]) =>
  entries.map(({ name, rate, grossCents, taxCents, note }) => ({
    name,
    rate: shownTaxRate(rate),
    gross: toDollars(grossCents),
    amount: toDollars(taxCents),
    ...(note && { note }),
  }))

/** Notes of one refund are reversed together, in the order in which they were issued. */
function reversed(rows: ReceiptRow[], reversal: ReceiptRow) {
  const own = (of: ReceiptRow['kind']) =>
    rows.filter(({ kind, refund_id }) => kind === of && refund_id === reversal.refund_id)
  return own('credit-note')[own('reversal').indexOf(reversal)]
}

/** What was paid before receipts had numbers. */
export const unnumberedReceipt = (
  purchase: PurchaseRow,
  orders: OrderRow[],
  seller: Receipt['seller'],
): Receipt => {
  const lines = receiptLinesOf(purchase, orders)
  return {
    kind: 'receipt',
    issuedAt: purchase.paid_at ?? purchase.created_at,
    seller,
    customer: customerLines(customerOf(purchase, orders)),
    lines: shownLines(lines),
    total: toDollars(lines.reduce((sum, { cents }) => sum + cents, 0)),
    hasPdf: false,
  }
}

const shownLines = (lines: ReceiptLine[]) =>
  lines.map(({ text, quantity, unitCents, cents, discount }) => ({
    text,
    quantity,
    unitPrice: toDollars(unitCents),
    ...(discount && { discount: { code: discount.code, amount: toDollars(discount.cents) } }),
    total: toDollars(cents),
  }))

/** The address may be somebody else's: a present, or a workshop. */
const customerLines = ({ name, email, address }: Customer) => {
  const lines = address ? addressLines(address) : []
  return [...(lines[0] === name ? [] : [name]), ...lines, email].filter(Boolean)
}
