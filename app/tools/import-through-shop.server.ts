import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductImportRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { openBeside } from '~/platform/db/database.server.ts'
import { decodedFile } from '~/platform/import/decoded-file.server.ts'
import type { Imported } from '~/platform/import/import-lines.server.ts'
import { BadLines } from '~/platform/import/import-lines.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { minutes, seconds } from '~/platform/time.ts'
import { operator } from '~/shop/audit/record.server.ts'
import { longestFileName } from '~/shop/catalogue/csv/sheet-columns.ts'
import type { NextImportState } from '~/shop/catalogue/imports/contract.ts'
import { pieceCharacters } from '~/shop/catalogue/imports/rules.ts'
import { addImport, addPiece, setImportState } from '~/shop/catalogue/imports/states.server.ts'
import { firstMistakes, importRow, writeFirst } from '~/shop/catalogue/imports/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readingFor } from './reading-for.server.ts'

const everyMs = seconds(1)
/** A shop looks for what is to do every few seconds. */
const longestWaitMs = minutes(1)
const noLocks = { locking: <Query>(query: Query) => query }

type Given = { file: string; supplier: string | undefined; onProgress: (done: Imported) => void }

/**
 * A file of products while SQLite is in the hands of the open shop: it is given the file, and what it does with it is waited
 * for. One with mistakes is not imported.
 */
export async function importThroughShop(config: Config, { file, supplier, onProgress }: Given) {
  const db = openBeside(config, createLog('silent'))
  try {
    const { mapping, pies } = await readingFor(db, file, supplier)
    const fileName = basename(file).slice(0, longestFileName)
    const columns = mapping && { ...mapping, columns: [...mapping.columns] }
    const id = await addImport(db, operator, { fileName, supplier, mapping: columns, pies, lines: 0 })
    const become = (state: NextImportState['state'], pieces?: number) =>
      inTurn(db, id, (tx) => setImportState(noLocks, tx, operator, { id, state, pieces }))
    await become('checking', await sendPieces(db, id, file))
    const checked = await whileIn(db, id, 'checking')
    if (checked.bad_lines > 0 || checked.added + checked.changed === 0) {
      const mistakes = await firstMistakes(db, id)
      await become('cancelled')
      if (mistakes.length > 0) throw new BadLines(mistakes)
      return imported(checked)
    }
    await become('applying')
    return imported(await whileIn(db, id, 'applying', onProgress))
  } finally {
    await db.destroy()
  }
}

const inTurn = (db: Db, id: string, work: (tx: Tx) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    await writeFirst(tx, id)
    await work(tx)
  })

/** How many there are. */
async function sendPieces(db: Db, id: string, file: string) {
  let nth = 0
  const send = (text: string) => inTurn(db, id, (tx) => addPiece(noLocks, tx, { id, nth: nth++, text }))
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of decodedFile(file)) {
    rest += decoder.decode(bytes, { stream: true })
    if (rest.length < pieceCharacters) continue
    await send(rest)
    rest = ''
  }
  rest += decoder.decode()
  if (rest) await send(rest)
  return nth
}

async function whileIn(
  db: Db,
  id: string,
  state: ProductImportRow['state'],
  onProgress?: (done: Imported) => void,
) {
  const begin = Date.now()
  for (;;) {
    const row = await importRow(db, id)
    onProgress?.(imported(row))
    if (row.state !== state) return row
    if (row.attempts === 0 && row.done_lines === 0 && Date.now() - begin > longestWaitMs)
      throw new Error('The shop that is open here does not take the file. Is it of the same version?')
    await sleep(everyMs)
  }
}

const imported = ({ done_lines, added, changed, unchanged }: ProductImportRow): Imported => ({
  lines: done_lines,
  added,
  changed,
  unchanged,
})
