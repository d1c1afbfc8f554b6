import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApplicationImportRow, ApplicationRow, FitmentRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { changedBy } from './aces/update.ts'
import { noteKey } from './application.ts'
import type { OpenName } from './car-names.ts'
import { openNameKey } from './car-names.ts'
import type { FoundApplications } from './contract.ts'
import { withoutByHand } from './make-lists.server.ts'
import { productsOfParts } from './parts.server.ts'
import type { ApplicationJob } from './read-file.server.ts'
import { readableNow } from './readable.server.ts'
import type { ReadableRows } from './resolve-row.server.ts'
import { resolveRow } from './resolve-row.server.ts'
import type { AsideReason } from './rules.ts'
import { asideReasons } from './rules.ts'
import { applicationsOf, headerOf, idOfWords, isUpdate, partsAfter, sameApplication } from './store.server.ts'

const partsAtOnce = 30
/** Looked at in one go: customers wait meanwhile. */
const rowsPerTurn = 200
const mostShown = 100
const rowsPerStatement = 500

/** Counts what would become of a file, and which of its words nobody has explained. No list of cars changes. */
export async function lookAtFile({ database, row, hold, mayGoOn }: ApplicationJob) {
  const { db } = database
  const { id, supplier_key } = row
  const readable = await readableNow(db)
  const tally = newTally(readable)
  let parts = 0
  await tallyUnnamed(db, id, tally)
  for (let keys = await partsAfter(db, id, '', partsAtOnce); keys.length > 0; ) {
    if (!mayGoOn()) return
    await tallyParts(db, row, keys, tally)
    parts += keys.length
    await hold.write([], async (tx) => {
      await tx
        .updateTable('application_imports')
        .set({ done_parts: parts, attempts: 0 })
        .where('id', '=', id)
        .execute()
    })
    keys = await partsAfter(db, id, keys.at(-1)!, partsAtOnce)
  }
  const newer = await newerFile(db, row)
  const found = {
    ...tally.found(),
    otherParts: await otherParts(db, { id, supplier_key }),
    ...(newer && { newer }),
  }
  await hold.write([], async (tx) => {
    await writeWords(tx, tally)
    await tx
      .updateTable('application_imports')
      .set({
        // Applied before, it is looked at because somebody wants its lists made again.
        state: row.started_at ? 'applying' : 'checked',
        parts,
        due_at: new Date().toISOString(),
        ...{ done_parts: 0, last_part: '' },
        found: JSON.stringify(found),
      })
      .where('id', '=', id)
      .execute()
  })
}

type Named = { id: string; supplier_key: string }

async function tallyParts(db: Db, file: ApplicationImportRow, keys: string[], tally: Tally) {
  const rows = await applicationsOf(db, file.id, keys)
  const before = await currentApplications(db, file.supplier_key, keys)
  tally.compare(isUpdate(file) ? tally.update(rows, before, file.id) : rows, before)
  const parts = await productsOfParts(db, rows)
  const byHand = await rowsByHand(
    db,
    [...parts.values()].flatMap((part) => ('productId' in part ? part.productId : [])),
  )
  for (const [n, row] of rows.entries()) {
    if (n % rowsPerTurn === 0) await nextTurn()
    const part = parts.get(row.part_key)!
    if (row.removes && !row.problem) continue
    if (row.problem) tally.setAside('unreadable', row, row.problem)
    else if ('aside' in part) {
      tally.setAside(part.aside, row)
      tally.addWords(tally.resolve(row))
    } else tally.add(row, byHand.get(part.productId) ?? [])
  }
}

/** Lines without the number of a part belong to none. */
async function tallyUnnamed(db: Db, id: string, tally: Tally) {
  const rows = await db
    .selectFrom('applications')
    .selectAll()
    .where('import_id', '=', id)
    .where('part_key', '=', '')
    .orderBy('line')
    .execute()
  for (const row of rows) tally.setAside('unreadable', row, row.problem)
}

/** What counts for these parts now. */
async function currentApplications(db: Db, supplierKey: string, keys: string[]) {
  const parts = await db
    .selectFrom('application_parts')
    .select(['part_key', 'import_id'])
    .where('supplier_key', '=', supplierKey)
    .where('part_key', 'in', keys)
    .execute()
  const rows: ApplicationRow[] = []
  for (const importId of new Set(parts.map(({ import_id }) => import_id))) {
    const ofImport = parts.filter(({ import_id }) => import_id === importId)
    rows.push(
      ...(await applicationsOf(
        db,
        importId,
        ofImport.map(({ part_key }) => part_key),
      )),
    )
  }
  return rows
}

async function rowsByHand(db: Db, productIds: string[]) {
  const byProduct = new Map<string, FitmentRow[]>()
  if (productIds.length === 0) return byProduct
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', 'in', productIds)
    .where('source', '=', '')
    .execute()
  for (const row of rows) byProduct.set(row.product_id, [...(byProduct.get(row.product_id) ?? []), row])
  return byProduct
}

async function otherParts(db: Db, { id, supplier_key }: Named) {
  const { count } = await db
    .selectFrom('application_parts')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('supplier_key', '=', supplier_key)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('applications')
            .select('line')
            .where('applications.import_id', '=', id)
            .whereRef('applications.part_key', '=', 'application_parts.part_key'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The day on which a later file was sent than this one: that counts for its parts already. */
async function newerFile(db: Db, file: ApplicationImportRow) {
  const applied = await db
    .selectFrom('application_imports')
    .select('header')
    .where('supplier_key', '=', file.supplier_key)
    .where('id', '!=', file.id)
    .where('started_at', 'is not', null)
    .where('state', '!=', 'undone')
    .execute()
  const own = headerOf(file)?.transferred
  const days = applied.map((row) => headerOf(row)?.transferred ?? '').sort()
  return own && days.at(-1)! > own ? days.at(-1) : undefined
}

type Words = Pick<ReturnType<typeof resolveRow>, 'open' | 'texts'>
type Tally = ReturnType<typeof newTally>

function newTally(readable: ReadableRows) {
  const counts = { fresh: 0, gone: 0, same: 0, used: 0, open: 0 }
  const unknown: NonNullable<FoundApplications['unknown']> = { count: 0, first: [] }
  const aside = new Map<AsideReason, FoundApplications['aside'][number]>()
  const names = new Map<string, { name: OpenName; applications: number }>()
  const notes = new Map<string, { text: string; applications: number }>()
  const isUnexplained = (text: string) => !readable.meanings.has(noteKey(text))

  /** All that an update leaves of its parts; once it is applied, it has that itself. */
  function update(file: ApplicationRow[], before: ApplicationRow[], id: string) {
    const named = (rows: ApplicationRow[], key: string) => rows.filter(({ part_key }) => part_key === key)
    return [...new Set(file.map(({ part_key }) => part_key))].flatMap((key) => {
      const [rows, earlier] = [named(file, key), named(before, key)]
      if (earlier.some(({ import_id }) => import_id === id)) return rows
      const { stays, unmatched } = changedBy(rows, earlier, readable.tables)
      for (const row of unmatched) setAside('nothing-to-remove', row)
      return [...rows, ...stays]
    })
  }
  function compare(said: ApplicationRow[], before: ApplicationRow[]) {
    const rows = said.filter(({ removes }) => !removes)
    const [now, then] = [
      new Set(rows.map(sameApplication)),
      new Set(before.filter(({ removes }) => !removes).map(sameApplication)),
    ]
    const same = [...now].filter((said) => then.has(said)).length
    counts.same += same
    counts.fresh += now.size - same
    counts.gone += then.size - same
  }
  function setAside(reason: AsideReason, row: ApplicationRow, text = resolved(row).words) {
    const { line, part } = row
    const group = aside.get(reason) ?? { reason, count: 0, first: [] }
    group.count += 1
    if (group.first.length < mostShown) group.first.push({ line, part, text })
    aside.set(reason, group)
  }
  function addWords({ open, texts }: Words) {
    if (open) count(names, openNameKey(open), { name: open })
    for (const text of new Set(texts)) count(notes, noteKey(text), { text })
  }
  function addUnknown({ line, part }: ApplicationRow, ids: string[]) {
    unknown.count += 1
    if (unknown.first.length < mostShown) unknown.first.push({ line, part, text: ids.join(', ') })
  }
  const resolved = (row: ApplicationRow) => resolveRow(row, readable)
  function add(row: ApplicationRow, byHand: FitmentRow[]) {
    const found = resolved(row)
    addWords(found)
    if (found.aside) return setAside(found.aside, row, found.words)
    const lines = found.lines.map(({ car, position }) => ({ vehicleId: car.id, position }))
    if (withoutByHand(lines, byHand).length === 0) return setAside('by-hand', row)
    counts.used += 1
    if (found.open || found.unknown.length > 0 || found.texts.some(isUnexplained)) counts.open += 1
    if (found.unknown.length > 0) addUnknown(row, found.unknown)
  }
  return {
    compare,
    update,
    setAside,
    addWords,
    add,
    resolve: resolved,
    names,
    notes,
    found: (): Omit<FoundApplications, 'otherParts'> => ({
      ...counts,
      ...(unknown.count > 0 && { unknown }),
      names: names.size,
      notes: [...notes.values()].filter(({ text }) => isUnexplained(text)).length,
      aside: (Object.keys(asideReasons) as AsideReason[]).flatMap((reason) => aside.get(reason) ?? []),
    }),
  }
}

function count<One>(all: Map<string, One & { applications: number }>, key: string, one: One) {
  const known = all.get(key)
  if (known) known.applications += 1
  else all.set(key, { ...one, applications: 1 })
}

/** With how many lines of this file wait for each; what the owner has said of them stays. */
async function writeWords(tx: Tx, { names, notes }: Tally) {
  const nameRows = [...names].map(([key, { name, applications }]) => ({
    id: idOfWords(key),
    ...name,
    target: '',
    applications,
  }))
  for (let n = 0; n < nameRows.length; n += rowsPerStatement)
    await tx
      .insertInto('car_names')
      .values(nameRows.slice(n, n + rowsPerStatement))
      .onConflict((c) =>
        c.column('id').doUpdateSet((e) => ({ applications: e.ref('excluded.applications') })),
      )
      .execute()
  const noteRows = [...notes].map(([key, { text, applications }]) => ({
    id: idOfWords(key),
    text,
    ...{ meaning: '' as const, attribute: '', value: '' },
    applications,
  }))
  for (let n = 0; n < noteRows.length; n += rowsPerStatement)
    await tx
      .insertInto('application_notes')
      .values(noteRows.slice(n, n + rowsPerStatement))
      .onConflict((c) =>
        c.column('id').doUpdateSet((e) => ({ applications: e.ref('excluded.applications') })),
      )
      .execute()
}
