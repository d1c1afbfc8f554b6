import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'fontkit'

/** Inter with the letters of Latin, Greek and Cyrillic scripts; beside the source and beside the built server. */
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, name))

let loading: ReturnType<typeof load> | undefined
/** Not before somebody wants a receipt: the library is a third of the server's code. */
const loaded = () => {
  loading ??= load()
  return loading
}

async function load() {
  const [{ default: PDFDocument }, { create }] = await Promise.all([import('pdfkit'), import('fontkit')])
  const regular = fileOf('Inter-Regular.ttf')
  const font = create(regular) as Font
  return { PDFDocument, regular, bold: fileOf('Inter-Bold.ttf'), font }
}

/** In one line, and each letter with its accent as one character. */
export const printableText = (text: string) => text.normalize('NFC').replace(/\s/g, ' ')

/** False when the font lacks one of its letters: a box in a name would be another name. */
export async function isPrintable(text: string) {
  const { font } = await loaded()
  return [...printableText(text)].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
}

/** An A4 document without a page, with the fonts `regular` and `bold`. The same input gives the same bytes. */
export async function openPdf({ title, createdAt }: { title: string; createdAt: Date }) {
  const { PDFDocument, regular, bold } = await loaded()
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt },
    // Also for the first moment: the library would read the measures of Helvetica from a file that no build has.
    font: regular as never,
  })
  return pdf.registerFont('regular', regular).registerFont('bold', bold)
}

export async function pdfBytes(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}
