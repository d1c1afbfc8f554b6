import type { Db } from '~/platform/db/database.server.ts'
import { isPrintable, openPdf, pdfBytes, printableText } from '~/platform/pdf/pdf.server.ts'
import { placeOf } from '~/shop/addresses/place.ts'
import { addressLines } from '~/shop/addresses/rules.ts'
import { orderNumber } from '../rules.ts'
import type { Label, Slip } from './contract.ts'
import { readSlips } from './list-parcels.server.ts'
import type { Paper } from './slips.ts'

type Sender = {
  seller: { name: string; address: string[] }
  /** ISO 3166-1, of the workshop; undefined where nobody has said it. */
  home: string | undefined
}

/** In the order in which they are named; what is collected, or has no address yet, has none. */
export async function readLabels(db: Db, ids: string[], sender: Sender): Promise<Label[]> {
  const slips = await readSlips(db, ids)
  return Promise.all(
    slips.flatMap((slip) => (slip.address && !slip.isCollected ? labelOf(slip, slip.address, sender) : [])),
  )
}

async function labelOf(
  { _id, purchaseId, part, createdAt }: Slip,
  address: NonNullable<Slip['address']>,
  { seller, home }: Sender,
): Promise<Label> {
  // The post at home needs no country, and that of another one needs it in capitals.
  const isAtHome = home !== undefined && placeOf(address)?.country === home
  const label = {
    _id,
    from: [seller.name, ...seller.address],
    to: addressLines({ ...address, country: isAtHome ? '' : address.country }),
    ...(address.phone && { phone: address.phone }),
    number: orderNumber(purchaseId),
    ...(part && { part }),
    createdAt,
  }
  return { ...label, hasPdf: await isPrintable([...label.from, ...label.to, label.phone ?? ''].join(' ')) }
}

/** In points: four by six inches, and A6. */
const sizes: Record<Paper, [width: number, height: number]> = { '4x6': [288, 432], a6: [297.64, 419.53] }
const margin = 20
const [largest, smallest] = [22, 8]

/** A page of this size for each label that the PDF can show. */
export async function labelsPdf(labels: Label[], paper: Paper): Promise<Buffer> {
  const [width, height] = sizes[paper]
  const title = labels.length === 1 ? `Label ${labels[0]!.number}` : `${labels.length} labels`
  const pdf = await openPdf({ title, createdAt: new Date(labels[0]!.createdAt) })
  const column = { width: width - 2 * margin }
  for (const { from, to, phone, number, part } of labels) {
    pdf.addPage({ size: [width, height], margin: 0 })
    pdf.font('regular', 8)
    pdf.text(printableText(from.join(', ')), margin, margin, column)
    const top = pdf.y + 10
    pdf
      .lineWidth(0.5)
      .moveTo(margin, top)
      .lineTo(width - margin, top)
      .stroke()
    const bottom = height - margin - 16
    const lines = to.map(printableText)
    const [name = '', ...others] = lines
    const texts = [name, others.join('\n')].filter(Boolean)
    // As large as it can be read from afar, and as small as a long address needs.
    const measure = (size: number) =>
      texts.reduce(
        (sum, text, n) => sum + pdf.font(n === 0 ? 'bold' : 'regular', size).heightOfString(text, column),
        phone ? 24 : 0,
      )
    const hasRoom = (size: number) => {
      const words = lines.flatMap((line) => line.split(' '))
      pdf.font('bold', size)
      return (
        words.every((word) => pdf.widthOfString(word) <= column.width) && measure(size) <= bottom - top - 48
      )
    }
    let size = largest
    while (size > smallest && !hasRoom(size)) size -= 1
    pdf.y = top + 24
    for (const [n, text] of texts.entries())
      pdf.font(n === 0 ? 'bold' : 'regular', size).text(text, margin, pdf.y, { ...column, lineGap: 2 })
    if (phone) pdf.font('regular', 9).text(printableText(`Phone ${phone}`), margin, pdf.y + 8, column)
    pdf.font('bold', 11).text(`No. ${number}`, margin, bottom, { ...column, lineBreak: false })
    if (part)
      pdf.text(`Parcel ${part.nth} of ${part.of}`, margin, bottom, {
        ...column,
        align: 'right',
        lineBreak: false,
      })
  }
  return pdfBytes(pdf)
}
