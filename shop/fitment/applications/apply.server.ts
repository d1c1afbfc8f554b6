import type { ApplicationImportRow, ApplicationRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { KnownIds } from './aces/known-ids.ts'
import { changedBy } from './aces/update.ts'
import { makeLists } from './make-lists.server.ts'
import { productsOfParts } from './parts.server.ts'
import type { ApplicationJob } from './read-file.server.ts'
import { readableNow } from './readable.server.ts'
import type { ReadableRows } from './resolve-row.server.ts'
import { endedAs } from './states.server.ts'
import { applicationsOf, forgotten, isUpdate, partsAfter } from './store.server.ts'

/** So few that orders need not wait long for a batch that is being saved. */
const partsAtOnce = 20
const rowsPerStatement = 500

/** From now on this file counts for the parts that it names. Each part has its old list or its new one, never half of it. */
export async function makeListsOfFile({ database, row, hold, mayGoOn }: ApplicationJob) {
  const { id } = row
  const readable = await readableNow(database.db)
  let last = row.last_part
  while (mayGoOn()) {
    const keys = await partsAfter(database.db, id, last, partsAtOnce)
    if (keys.length === 0) return hold.write([], (tx) => endedAs(tx, row, 'done'))
    const touched: string[] = []
    await hold.write(
      ['fitments'],
      async (tx, now) => {
        touched.push(...(await takeOver(tx, row, keys, readable)))
        const { added, removed } = await makeLists(database, tx, { touched, readable })
        await tx
          .updateTable('application_imports')
          .set({
            attempts: 0,
            last_part: keys.at(-1)!,
            done_parts: now.done_parts + keys.length,
            added: now.added + added,
            removed: now.removed + removed,
          })
          .where('id', '=', id)
          .execute()
      },
      touched,
    )
    last = keys.at(-1)!
  }
}

/**
 * Answers with the products whose lists must be made again: those that the parts are, and those that they were. A file that
 * was applied before takes nothing from one that was applied after it.
 */
async function takeOver(tx: Tx, row: ApplicationImportRow, named: string[], { tables }: ReadableRows) {
  const { id, supplier_key, ended_at } = row
  const before = await tx
    .selectFrom('application_parts')
    .select(['part_key', 'import_id', 'product_id'])
    .where('supplier_key', '=', supplier_key)
    .where('part_key', 'in', named)
    .execute()
  const isOurs = (key: string) =>
    before.some(({ part_key, import_id }) => part_key === key && import_id === id)
  const keys = ended_at ? named.filter(isOurs) : named
  if (keys.length === 0) return []
  const said = await applicationsOf(tx, id, keys)
  if (isUpdate(row)) await addWhatStays(tx, { id, said, before, tables })
  const parts = await productsOfParts(tx, said)
  const rows = keys.map((part_key) => {
    const part = parts.get(part_key)!
    const product_id = 'productId' in part ? part.productId : null
    return { supplier_key, part_key, import_id: id, import_before: null, product_id }
  })
  await tx
    .insertInto('application_parts')
    .values(rows)
    .onConflict((c) =>
      c.columns(['supplier_key', 'part_key']).doUpdateSet((e) => ({
        product_id: e.ref('excluded.product_id'),
        import_before: e
          .case()
          .when('application_parts.import_id', '=', id)
          .then(e.ref('application_parts.import_before'))
          .else(e.ref('application_parts.import_id'))
          .end(),
        import_id: id,
      })),
    )
    .execute()
  return productsIn([...rows, ...before.filter(({ part_key }) => keys.includes(part_key))])
}

type Update = {
  id: string
  said: ApplicationRow[]
  before: { part_key: string; import_id: string }[]
  tables: KnownIds
}

/** An update says only what is different. From then on it has all that counts for its parts, as any other file. */
async function addWhatStays(tx: Tx, { id, said, before, tables }: Update) {
  const earlier = before.filter(({ import_id }) => import_id !== id)
  const { last } = await tx
    .selectFrom('applications')
    .select((e) => e.fn.max('line').as('last'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  let line = Number(last)
  for (const { part_key, import_id } of earlier) {
    const rows = said.filter((row) => row.part_key === part_key)
    const { stays } = changedBy(rows, await applicationsOf(tx, import_id, [part_key]), tables)
    const copies = stays.map((row) => {
      line += 1
      return { ...row, import_id: id, line }
    })
    for (let n = 0; n < copies.length; n += rowsPerStatement)
      await tx
        .insertInto('applications')
        .values(copies.slice(n, n + rowsPerStatement))
        .execute()
  }
}

/** For the parts that it names what was said before it counts again. */
export async function undoFile({ database, row, hold, mayGoOn }: ApplicationJob) {
  const { id } = row
  const readable = await readableNow(database.db)
  while (mayGoOn()) {
    const parts = await database.db
      .selectFrom('application_parts')
      .select(['part_key', 'product_id'])
      .where('import_id', '=', id)
      .orderBy('part_key')
      .limit(partsAtOnce)
      .execute()
    if (parts.length === 0) return hold.write([], (tx) => endedAs(tx, row, 'undone'))
    const touched = productsIn(parts)
    await hold.write(
      ['fitments'],
      async (tx, now) => {
        await giveBack(
          tx,
          id,
          parts.map(({ part_key }) => part_key),
        )
        const { added, removed } = await makeLists(database, tx, { touched, readable })
        await tx
          .updateTable('application_imports')
          .set({
            attempts: 0,
            done_parts: now.done_parts + parts.length,
            added: now.added + added,
            removed: now.removed + removed,
          })
          .where('id', '=', id)
          .execute()
      },
      touched,
    )
  }
}

async function giveBack(tx: Tx, id: string, keys: string[]) {
  await tx
    .deleteFrom('application_parts')
    .where('import_id', '=', id)
    .where('part_key', 'in', keys)
    .where('import_before', 'is', null)
    .execute()
  await tx
    .updateTable('application_parts')
    .set((e) => ({ import_id: e.ref('import_before').$notNull(), import_before: forgotten }))
    .where('import_id', '=', id)
    .where('part_key', 'in', keys)
    .execute()
}

const productsIn = (rows: { product_id: string | null }[]) => [
  ...new Set(rows.flatMap(({ product_id }) => product_id ?? [])),
]
