/** A cell that begins so is run as a formula by spreadsheets; an apostrophe in front makes it a text again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
export const isGuarded = (cell: string) => cell.startsWith("'") && formula.test(cell)

/** Spreadsheets know UTF-8 by it. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null
/** RFC 4180. */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: CsvCell) {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
