import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { decodedFile } from '~/platform/import/decoded-file.server.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'

export const problemOfTables = (message: string) => new FileProblem(0, [message])

/** A cell by the name of its column. */
type Cells = (column: string) => string
export type TableRow = { line: number; cell: Cells; number: (column: string) => number }
export type TableFiles = Awaited<ReturnType<typeof tableFilesIn>>

/** The tables in a folder: `20260430_BaseVehicle.txt` or `BaseVehicle.txt`, in whatever case, one line for each row. */
export async function tableFilesIn(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const files = new Map<string, string>()
  for (const name of names.sort()) {
    const [, table] = /^(?:\d{8}_)?([A-Za-z0-9]+)\.(?:txt|csv)$/i.exec(name) ?? []
    if (!table) continue
    const twice = files.get(table.toLowerCase())
    if (twice)
      throw problemOfTables(`Both ${twice} and ${name} are there: leave those of one edition in the folder.`)
    files.set(table.toLowerCase(), name)
  }
  return {
    isEmpty: files.size === 0,
    /** The first of these tables that is there. */
    find: (tables: readonly string[]) => tables.find((table) => files.has(table.toLowerCase())),
    nameOf: (table: string) => files.get(table.toLowerCase()) ?? '',
    rows: (table: string) => rowsOf(join(folder, files.get(table.toLowerCase())!), table),
  }
}

/** Columns are found by their names: editions put them in other places. */
async function* rowsOf(path: string, table: string): AsyncGenerator<TableRow> {
  const lines = createInterface({
    input: Readable.from(decodedFile(path)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let columns: Map<string, number> | undefined
  let mark = '|'
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    if (!columns) {
      mark = ['|', '\t', ','].find((one) => text.includes(one)) ?? '|'
      columns = new Map(
        text
          .replace(/^\uFEFF/, '')
          .split(mark)
          .map((name, n) => [plain(name).toLowerCase(), n]),
      )
      continue
    }
    const places = columns
    const cells = text.split(mark)
    const at = line
    const cell = (column: string) => plain(cells[places.get(column.toLowerCase()) ?? -1] ?? '')
    yield {
      line,
      cell,
      number(column) {
        const value = cell(column)
        if (!/^\d{1,9}$/.test(value))
          throw problemOfTables(`Table ${table}, line ${at}: “${value.slice(0, 40)}” is no ${column}.`)
        return Number(value)
      },
    }
  }
}

const plain = (cell: string) => {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}
