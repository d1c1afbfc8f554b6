import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { lockedNames } from '~/shop/catalogue/store.server.ts'
import { mostRelated } from '../rules.ts'
import { relatedIds } from '../store.server.ts'
import { refuse } from './contract.ts'

type Wanted = { parts: string[]; seen: string[] }

/**
 * Both ways at once: who buys pads is shown the discs, and who buys discs the pads. A part that is new beside another one
 * stands there last.
 */
export const setRelatedParts = (database: Database, by: Caller, id: string, { parts, seen }: Wanted) =>
  database.change(['related_parts'], async (tx) => {
    // All of them, in one order, so that of two who change the same parts one waits for the other.
    const names = await lockedNames(database, tx, [id, ...parts, ...seen])
    if (!names.has(id)) throw refuse('unknown_product')
    if (parts.includes(id)) throw refuse('same_part', { field: 'parts' })
    if (parts.some((part) => !names.has(part))) throw refuse('unknown_part', { field: 'parts' })
    const before = await relatedIds(tx, [id])
    // Also for whoever sends it once more.
    if (before.join() === parts.join()) return
    // What was deleted meanwhile is gone from both.
    const known = seen.filter((part) => names.has(part))
    if (before.join() !== known.join()) throw refuse('changed_meanwhile')
    const added = parts.filter((part) => !before.includes(part))
    const removed = before.filter((part) => !parts.includes(part))
    await putApart(tx, id, removed)
    await setOrder(tx, id, parts)
    for (const part of added) await putLast(tx, part, id, names)
    const inWords = (ids: string[]) => ids.map((part) => names.get(part)).join(', ')
    await record(tx, by, {
      what: 'related parts changed',
      subject: names.get(id)!,
      details: { productId: id, parts: { from: inWords(before), to: inWords(parts) } },
    })
  })

async function putApart(tx: Tx, id: string, removed: string[]) {
  if (removed.length === 0) return
  await tx
    .deleteFrom('related_parts')
    .where((e) =>
      e.or([
        e.and([e('product_id', '=', id), e('other_id', 'in', removed)]),
        e.and([e('other_id', '=', id), e('product_id', 'in', removed)]),
      ]),
    )
    .execute()
}

async function setOrder(tx: Tx, id: string, parts: string[]) {
  if (parts.length === 0) return
  await tx
    .insertInto('related_parts')
    .values(parts.map((other_id, position) => ({ product_id: id, other_id, position })))
    .onConflict((c) =>
      c.columns(['product_id', 'other_id']).doUpdateSet((e) => ({ position: e.ref('excluded.position') })),
    )
    .execute()
}

async function putLast(tx: Tx, id: string, other_id: string, names: ReadonlyMap<string, string>) {
  const { rows, last } = await tx
    .selectFrom('related_parts')
    .select((e) => [e.fn.countAll<number>().as('rows'), e.fn.max('position').as('last')])
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(rows) >= mostRelated) throw refuse('list_full', { values: { productName: names.get(id)! } })
  await tx
    .insertInto('related_parts')
    .values({ product_id: id, other_id, position: Number(last ?? -1) + 1 })
    .execute()
}
