import { longDay } from '~/platform/dates.ts'
import { formatDollars } from '~/platform/money.ts'
import { isPrintable, openPdf, pdfBytes, printableText } from '~/platform/pdf/pdf.server.ts'
import type { NumberedReceipt, Receipt } from './contract.ts'
import { discountWords, receiptTitles, taxLines } from './receipt-rules.ts'

const margin = 56
const right = 595 - margin
const bottom = 842 - 80
const columns = { unit: 372, quantity: 438, total: right }
const lineHeight = 14

/** False when a name in it has letters that the PDF cannot show. Nobody gets a receipt with another name. */
export const hasPdf = ({ seller, customer, lines, ...taxed }: Omit<Receipt, 'hasPdf'>) =>
  isPrintable(
    [
      seller.name,
      ...seller.address,
      seller.taxId ?? '',
      ...customer,
      ...[...lines, ...taxLines(taxed)].map(({ text }) => text),
    ].join(' '),
  )

/** On as many pages as it needs. The same receipt gives the same file. */
export async function receiptPdf(receipt: NumberedReceipt): Promise<Buffer> {
  const title = receiptTitles[receipt.kind]
  const pdf = await openPdf({ title: `${title} ${receipt.number}`, createdAt: new Date(receipt.issuedAt) })
  let y = 0
  /** Writes a text between two edges, in as many lines as it needs, and returns their height. */
  const put = (
    text: string,
    { from = margin, to = right, align = 'left', isBold = false, size = 10 }: Placed = {},
  ) => {
    const options = { width: to - from, align, lineGap: lineHeight - size * lineOfFont }
    pdf.font(isBold ? 'bold' : 'regular', size).text(printableText(text), from, y, options)
    return pdf.y - y
  }
  const amount = (dollars: number, isBold = false) => put(formatDollars(dollars), { align: 'right', isBold })
  const rule = () =>
    pdf
      .lineWidth(0.5)
      .moveTo(margin, y - 3)
      .lineTo(right, y - 3)
      .stroke()
  const startPage = () => {
    pdf.addPage()
    y = margin
  }
  const makeRoom = (height: number) => {
    if (y + height <= bottom) return
    startPage()
    tableHead()
  }
  const tableHead = () => {
    put('Part', { isBold: true })
    put('Unit price', { to: columns.unit, align: 'right', isBold: true })
    put('Quantity', { to: columns.quantity, align: 'right', isBold: true })
    y += put('Total', { align: 'right', isBold: true }) + 4
  }

  startPage()
  put(title, { size: 22, isBold: true })
  y += 32
  const facts = [
    ['Number', receipt.number],
    ...(receipt.concerns
      ? [[receipt.kind === 'reversal' ? 'Reverses' : 'For receipt', receipt.concerns]]
      : []),
    ['Date', longDay(new Date(receipt.issuedAt))],
  ] as [string, string][]
  for (const [name, text] of facts) {
    put(name)
    y += put(text, { from: margin + 80 })
  }
  const afterFacts = y
  y = margin + 6
  for (const [n, text] of sellerLines(receipt).entries())
    y += put(text, { from: right - 200, align: 'right', isBold: n === 0 })
  y = Math.max(y, afterFacts) + 2 * lineHeight
  for (const text of receipt.customer) y += put(text, { to: margin + 300 })
  y += 2 * lineHeight

  tableHead()
  for (const { text, quantity, unitPrice, discount, total } of receipt.lines) {
    const part = { to: columns.unit - 70 }
    const height = pdf.font('regular', 10).heightOfString(printableText(text), { width: part.to - margin })
    makeRoom(height + (discount ? lineHeight : 0))
    rule()
    put(formatDollars(unitPrice), { to: columns.unit, align: 'right' })
    put(String(quantity), { to: columns.quantity, align: 'right' })
    amount(total)
    y += put(text, part)
    if (discount) y += put(discountWords(discount), { to: columns.quantity })
    y += 4
  }
  makeRoom((2 + Math.max(1, taxLines(receipt).length)) * lineHeight)
  rule()
  put(receipt.kind === 'receipt' ? 'Paid in all' : 'Sum', { isBold: true })
  y += amount(receipt.total, true)
  for (const { text, amount: included } of taxLines(receipt)) {
    if (included !== undefined) amount(included)
    y += put(text, { to: right - 80 })
  }

  const { count } = pdf.bufferedPageRange()
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(n)
    y = 842 - 48
    put(`${receipt.number}, page ${n + 1} of ${count}`, { align: 'right', size: 8 })
  }
  return pdfBytes(pdf)
}

type Placed = { from?: number; to?: number; align?: 'left' | 'right'; isBold?: boolean; size?: number }

/** The height of a line of Inter, in sizes of the font. */
const lineOfFont = 1.21

const sellerLines = ({ seller: { name, address, taxId } }: Receipt) => [
  name,
  ...address,
  ...(taxId ? [`Tax id ${taxId}`] : []),
]
