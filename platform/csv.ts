/** A cell that begins so is run as a formula by spreadsheets; an apostrophe in front makes it a text again. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Spreadsheets know UTF-8 by it. */
export const byteOrderMark = '\uFEFF'

export type Cell = string | number | null
/** RFC 4180. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: Cell) {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What was written so, as it was. */
export const fromCell = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
