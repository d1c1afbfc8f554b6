import type { ProductImportRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { CsvLine, LineMistake, ReadLine } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { batchesOf } from '~/platform/import/line-batches.server.ts'
import { lockingContext } from '~/platform/import/plan-context.server.ts'
import type { ProductToSave } from '../csv/plan-products.server.ts'
import type { ProductLine } from '../csv/read-sheet.server.ts'
import type { Hold } from './hold.server.ts'
import { inHalves } from './in-halves.server.ts'
import type { ProductLines } from './product-lines.server.ts'
import { linesAtOnce } from './product-lines.server.ts'
import { endedWith } from './states.server.ts'
import { insertMistakes } from './store.server.ts'

type Apply = {
  database: Database
  row: ProductImportRow
  hold: Hold
  lines: ProductLines
  mayGoOn: () => boolean
}

/**
 * Saves batch by batch, each with how far it is in one transaction: the server that goes on begins behind the last one. Lines that
 * the check has found to be wrong are left out, and those that have become so since.
 */
export async function applyFile({ database, row: { id, last_line }, hold, lines, mayGoOn }: Apply) {
  const { table, saved, read } = lines
  for await (const { reads } of batchesOf(linesAfter(last_line, read()), linesAtOnce)) {
    if (!mayGoOn()) return
    if (reads.length > 0) await inHalves(reads, save)
  }
  await hold.write([], (tx) => endedWith(tx, { id, state: 'done' }))

  async function save(reads: ReadLine<ProductLine>[], problem?: string) {
    const saveThem = async (tx: Tx, now: ProductImportRow) => {
      const right = await rightLines(tx, id, reads)
      const plan = problem
        ? { ...emptyPlan<ProductToSave>(), problems: right.map(({ line }) => ({ line, message: problem })) }
        : await planAlone(tx, right)
      await table.save(tx, plan)
      await insertMistakes(tx, id, plan.problems)
      await tx
        .updateTable('product_imports')
        .set({
          attempts: 0,
          last_line: reads.at(-1)!.line,
          done_lines: now.done_lines + reads.length,
          added: now.added + plan.adds.length,
          changed: now.changed + plan.changes.length,
          unchanged: now.unchanged + plan.unchanged,
          mistakes: now.mistakes + plan.problems.length,
          bad_lines: now.bad_lines + new Set(plan.problems.map(({ line }) => line)).size,
        })
        .where('id', '=', id)
        .execute()
    }
    await hold.write(table.topics, saveThem, saved)
  }

  /** A name that is given up further down is not free yet: that line is left out, and the others are planned without it. */
  async function planAlone(tx: Tx, some: CsvLine<ProductLine>[]) {
    const late: LineMistake[] = []
    for (;;) {
      const isLate = new Set(late.map(({ line }) => line))
      const context = lockingContext(database, tx)
      const plan = await table.plan(
        context,
        some.filter(({ line }) => !isLate.has(line)),
      )
      if (context.owed.size === 0) return { ...plan, problems: [...plan.problems, ...late] }
      late.push(...context.owed.values())
    }
  }
}

async function* linesAfter<Values>(last: number, lines: AsyncIterable<ReadLine<Values>>) {
  for await (const line of lines) if (line.line > last) yield line
}

/** Those that nothing was found to be wrong with. */
async function rightLines(tx: Tx, importId: string, reads: ReadLine<ProductLine>[]) {
  const rows = await tx
    .selectFrom('import_mistakes')
    .select('line')
    .distinct()
    .where('import_id', '=', importId)
    .where('line', '>=', reads[0]!.line)
    .where('line', '<=', reads.at(-1)!.line)
    .execute()
  const bad = new Set(rows.map(({ line }) => line))
  return reads.flatMap((read) => ('values' in read && !bad.has(read.line) ? [read] : []))
}
