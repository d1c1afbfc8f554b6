/**
 * Writes a PDF of plain text with the two fonts that every viewer has, Helvetica and its bold face. They know the letters
 * of western Europe only: `isPrintable` says whether a text can be shown.
 */
export type PdfText = {
  text: string
  /** From the left edge of the page, in points; where it ends when it is aligned to the right. */
  x: number
  /** From the top of the page to the baseline. */
  y: number
  size?: number
  isBold?: boolean
  align?: 'left' | 'right'
}
export type PdfRule = { from: number; to: number; y: number }
export type PdfPage = { texts: PdfText[]; rules: PdfRule[] }

/** A4. */
export const pdfPage = { width: 595, height: 842 }

/** The same for the same input, byte by byte. */
export function writePdf({ title, pages }: { title: string; pages: PdfPage[] }): Buffer {
  const firstPage = 6
  const kids = pages.map((_, n) => `${firstPage + 2 * n} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    `<</Title ${textString(title)}>>`,
    ...pages.flatMap((page, n) => {
      const drawn = drawnPage(page)
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pdfPage.width} ${pdfPage.height}]` +
          `/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${firstPage + 2 * n + 1} 0 R>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const trailer = `trailer<</Size ${size}/Root 1 0 R/Info 5 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  // One character is one byte everywhere in it.
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}${trailer}`, 'latin1')
}

const fontObject = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`

const drawnPage = ({ texts, rules }: PdfPage) =>
  [
    ...texts.map(({ text, x, y, size = 10, isBold = false, align = 'left' }) => {
      const left = align === 'right' ? x - textWidth(text, size) : x
      const at = `${left.toFixed(2)} ${(pdfPage.height - y).toFixed(2)}`
      return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${at} Td ${textString(text)} Tj ET`
    }),
    ...rules.map(({ from, to, y }) => {
      const height = (pdfPage.height - y).toFixed(2)
      return `0.5 w ${from} ${height} m ${to} ${height} l S`
    }),
  ].join('\n')

/** In hexadecimal digits, so that nothing in it can end it. */
const textString = (text: string) => `<${Buffer.from(codesOf(text)).toString('hex')}>`

export const isPrintable = (text: string) => [...plain(text)].every((letter) => codeOf(letter) !== undefined)

const codesOf = (text: string) =>
  [...plain(text)].map((letter) => {
    const code = codeOf(letter)
    if (code === undefined) throw new Error('This text has letters that the PDF cannot show')
    return code
  })

/** Spaces and dashes of typesetters by those that the fonts have: the words stay the same. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u2000-\u200a\u202f\u205f\u3000\t\n]/g, ' ')
    .replace(/[\u2010\u2011\u2212]/g, '-')

/** Where Windows-1252 differs from Latin-1: the letters with the codes 128 to 159; five of them do not exist. */
const from128 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

function codeOf(letter: string) {
  const code = letter.codePointAt(0)!
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code
  const place = from128.indexOf(letter)
  return place >= 0 && letter !== '\0' ? 128 + place : undefined
}

/** Of the characters 32 to 126 of Helvetica, in thousandths of the size. Figures are as wide in the bold face. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
/** An accent makes no letter wider; the widest of the others is a dash. */
const widthOf = (letter: string) => widths[letter.normalize('NFD').charCodeAt(0) - 32] ?? 1000

export const textWidth = (text: string, size = 10) =>
  ([...plain(text)].reduce((sum, letter) => sum + widthOf(letter), 0) * size) / 1000

/** In lines of at most this width; a word that is wider is broken. */
export function wrapText(text: string, width: number, size = 10): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of plain(text).split(/ +/)) {
    const longer = line ? `${line} ${word}` : word
    if (textWidth(longer, size) <= width) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of word) {
      if (line && textWidth(line + letter, size) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line].filter(Boolean)
}
