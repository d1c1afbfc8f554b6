import { longDay } from '~/platform/dates.ts'
import { formatDollars } from '~/platform/money.ts'
import type { PdfPage, PdfText } from '~/platform/pdf.server.ts'
import { isPrintable, pdfPage, wrapText, writePdf } from '~/platform/pdf.server.ts'
import type { NumberedReceipt, Receipt } from './contract.ts'
import { receiptTitles } from './receipt-rules.ts'

const margin = 56
const right = pdfPage.width - margin
const bottom = pdfPage.height - 80
const columns = { unit: 372, quantity: 438, total: right }
const lineHeight = 14

/** False when a name in it has letters that the PDF cannot show. Nobody gets a receipt with another name. */
export const hasPdf = ({ seller, customer, lines }: Omit<Receipt, 'hasPdf'>) =>
  [seller.name, ...seller.address, seller.taxId ?? '', ...customer, ...lines.map(({ text }) => text)].every(
    isPrintable,
  )

/** On as many pages as it needs. The same receipt gives the same file. */
export function receiptPdf(receipt: NumberedReceipt): Buffer {
  const pages: PdfPage[] = []
  let y = 0
  const page = () => pages.at(-1)!
  const put = (...texts: Omit<PdfText, 'y'>[]) => page().texts.push(...texts.map((text) => ({ ...text, y })))
  const rule = () => page().rules.push({ from: margin, to: right, y: y - lineHeight + 2 })
  const startPage = () => {
    pages.push({ texts: [], rules: [] })
    y = margin + 20
  }
  const makeRoom = (lines: number) => {
    if (y + lines * lineHeight <= bottom) return
    startPage()
    tableHead()
  }
  const tableHead = () => {
    put(
      { text: 'Part', x: margin, isBold: true },
      { text: 'Unit price', x: columns.unit, align: 'right', isBold: true },
      { text: 'Quantity', x: columns.quantity, align: 'right', isBold: true },
      { text: 'Total', x: columns.total, align: 'right', isBold: true },
    )
    y += lineHeight + 4
  }
  const amount = (dollars: number, isBold = false) =>
    ({ text: formatDollars(dollars), x: columns.total, align: 'right', isBold }) as const

  startPage()
  put({ text: receiptTitles[receipt.kind], x: margin, size: 22, isBold: true })
  y = margin + 44
  const facts = [
    ['Number', receipt.number],
    ...(receipt.concerns
      ? [[receipt.kind === 'reversal' ? 'Reverses' : 'For receipt', receipt.concerns]]
      : []),
    ['Date', longDay(new Date(receipt.issuedAt))],
  ] as [string, string][]
  for (const [name, text] of facts) {
    put({ text: name, x: margin }, { text, x: margin + 80 })
    y += lineHeight
  }
  const afterFacts = y
  y = margin + 16
  for (const [n, text] of sellerLines(receipt).entries()) {
    put({ text, x: right, align: 'right', isBold: n === 0 })
    y += lineHeight
  }
  y = Math.max(y, afterFacts) + 2 * lineHeight
  for (const text of receipt.customer.flatMap((line) => wrapText(line, 300))) {
    put({ text, x: margin })
    y += lineHeight
  }
  y += 2 * lineHeight

  tableHead()
  for (const { text, quantity, unitPrice, total } of receipt.lines) {
    const lines = wrapText(text, columns.unit - margin - 70)
    makeRoom(lines.length)
    rule()
    put(
      { text: formatDollars(unitPrice), x: columns.unit, align: 'right' },
      { text: String(quantity), x: columns.quantity, align: 'right' },
      amount(total),
    )
    for (const line of lines) {
      put({ text: line, x: margin })
      y += lineHeight
    }
    y += 4
  }
  makeRoom(3)
  rule()
  put(
    { text: receipt.kind === 'receipt' ? 'Paid in all' : 'Sum', x: margin, isBold: true },
    amount(receipt.total, true),
  )
  y += lineHeight
  if (receipt.tax) put({ text: `Includes ${receipt.tax.rate} tax`, x: margin }, amount(receipt.tax.amount))

  for (const [n, { texts }] of pages.entries())
    texts.push({
      text: `${receipt.number}, page ${n + 1} of ${pages.length}`,
      x: right,
      y: pdfPage.height - 40,
      size: 8,
      align: 'right',
    })
  return writePdf({ title: `${receiptTitles[receipt.kind]} ${receipt.number}`, pages })
}

const sellerLines = ({ seller: { name, address, taxId } }: Receipt) =>
  [name, ...address, ...(taxId ? [`Tax id ${taxId}`] : [])].flatMap((line) => wrapText(line, 200))
