import type { ProductImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { formatCount } from '~/platform/figures.ts'
import { batchesOf, byLine } from '~/platform/import/line-batches.server.ts'
import { countNotes } from '~/platform/import/notes.ts'
import { lookingContext } from '~/platform/import/plan-context.server.ts'
import type { FoundChanges } from './contract.ts'
import type { Hold } from './hold.server.ts'
import type { ProductLines } from './product-lines.server.ts'
import { linesAtOnce } from './product-lines.server.ts'
import { mostImportLines } from './rules.ts'
import { insertMistakes } from './store.server.ts'

const mostShown = 100

type Check = {
  database: Database
  row: ProductImportRow
  hold: Hold
  lines: ProductLines
  mayGoOn: () => boolean
}

/**
 * Says what the file would do, and changes nothing: so a check that was broken off begins again, for what was on the lines
 * before is known to nobody any more.
 */
export async function checkFile({ database, row: { id }, hold, lines, mayGoOn }: Check) {
  const { table, read } = lines
  const notes = countNotes()
  const found: FoundChanges = {
    isReadable: true,
    ...{ added: 0, changed: 0, unchanged: 0 },
    ...{ problems: [], notes: [], adds: [], changes: [], lists: [] },
  }
  let done = { done_lines: 0, added: 0, changed: 0, unchanged: 0, mistakes: 0, bad_lines: 0 }
  await hold.write([], async (tx) => {
    await tx.deleteFrom('import_mistakes').where('import_id', '=', id).execute()
    await tx.updateTable('product_imports').set(done).where('id', '=', id).execute()
  })
  const context = lookingContext(database)
  for await (const batch of batchesOf(read(), linesAtOnce)) {
    if (!mayGoOn()) return
    const plan = await table.plan(context, batch.lines)
    // A name that a line of another batch gives up is not free when this one is saved.
    const late = [...context.owed.values()]
    context.owed.clear()
    const isFree = ({ line }: { line: number }) => !late.some((mistake) => mistake.line === line)
    const [adds, changes] = [plan.adds.filter(isFree), plan.changes.filter(isFree)]
    const isTooLong = done.done_lines + batch.reads.length > mostImportLines
    const mistakes = [
      ...(isTooLong
        ? [{ line: 1, message: `At most ${formatCount(mostImportLines)} lines can be in one file.` }]
        : []),
      ...batch.problems,
      ...plan.problems,
      ...late,
    ].sort(byLine)
    done = {
      done_lines: done.done_lines + batch.reads.length,
      added: done.added + adds.length,
      changed: done.changed + changes.length,
      unchanged: done.unchanged + plan.unchanged,
      mistakes: done.mistakes + mistakes.length,
      bad_lines: done.bad_lines + new Set(mistakes.map(({ line }) => line)).size,
    }
    notes.add(plan.notes)
    for (const { title, text } of plan.listed) addTo(found.lists, title, [text])
    found.isReadable &&= !batch.isBroken && !isTooLong
    fill(found.problems, mistakes)
    fill(
      found.adds,
      adds.map(({ line, name }) => ({ line, name })),
    )
    fill(
      found.changes,
      changes.map(({ line, name, changes, shown = changes }) => ({ line, name, changes: shown })),
    )
    await hold.write([], async (tx) => {
      await insertMistakes(tx, id, mistakes)
      await tx.updateTable('product_imports').set(done).where('id', '=', id).execute()
    })
    if (isTooLong) break
  }
  const missing = await lines.missing?.()
  if (missing)
    addTo(
      found.lists,
      'Parts of its brands that the file does not name: they stay',
      missing.names,
      missing.count,
    )
  const { added, changed, unchanged } = done
  Object.assign(found, { added, changed, unchanged, notes: notes.list().slice(0, mostShown) })
  await hold.write([], async (tx) => {
    await tx
      .updateTable('product_imports')
      .set({ state: 'checked', lines: done.done_lines, found: JSON.stringify(found) })
      .where('id', '=', id)
      .execute()
  })
}

type Lists = FoundChanges['lists']

/** Counts all of them, and has the first. */
function addTo(lists: Lists, title: string, texts: string[], count = texts.length) {
  const known = lists.find((list) => list.title === title)
  const list = known ?? { title, count: 0, first: [] }
  if (!known && count > 0) lists.push(list)
  list.count += count
  fill(list.first, texts)
}

const fill = <One>(shown: One[], more: One[]) => void shown.push(...more.slice(0, mostShown - shown.length))
