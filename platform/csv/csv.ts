/** Spreadsheets read the bytes as UTF-8 only when this comes first. */
export const byteOrderMark = '\uFEFF'

/** One line as RFC 4180 wants it, with its line break. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

export type Cell = string | number | null | undefined

function csvCell(cell: Cell) {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Text that a spreadsheet would take for a formula, and run, begins with an apostrophe; numbers are only numbers. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
