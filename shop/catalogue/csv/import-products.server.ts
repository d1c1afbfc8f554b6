import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { among } from '~/platform/db/among.server.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/unique.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { ImportReport } from '~/platform/import/import-report.ts'
import { recordAll } from '~/shop/audit/record.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { wantPictures } from '~/shop/images/picture-fetches.server.ts'
import { attributeRows } from '../attributes/store-attributes.server.ts'
import { categoryRows } from '../categories/store-categories.server.ts'
import { refuse } from '../contract.ts'
import type { Change } from '../fields/product-fields.ts'
import { addedDetails } from '../manage/add-product.server.ts'
import { subjectOf } from '../manage/edit-product.server.ts'
import { productRow, releaseNames, updateDetails } from '../manage/manage-store.server.ts'
import { insertNumbers } from '../numbers/store-numbers.server.ts'
import { picturesOf } from '../pictures.ts'
import { searchable } from '../rules.ts'
import { openStocks, setStock } from '../stock/stock.server.ts'
import type { Changes, Named, Plan } from './import-plan.server.ts'
import { keyOfPlan, planImport, shortened } from './import-plan.server.ts'

const atOnce = 200

type File = { csv: string; imageHostUrl?: string | undefined; reach?: Reach | undefined }

/** Shows what the file would do; nothing is written. */
export async function previewImport(database: Database, file: File) {
  return report(await planNow(database, file), false)
}

const planNow = async ({ db, engine }: Database, { csv, imageHostUrl, reach }: File) =>
  planImport(csv, (named) => db.selectFrom('products').selectAll().where(isNamed(engine, named)).execute(), {
    categories: idsOf(await categoryRows(db).execute()),
    attributes: await attributeRows(db).execute(),
    imageHostUrl,
    reach,
  })

const isNamed = (engine: Database['engine'], { ids, nameKeys }: Named) =>
  sql<SqlBool>`(${among(engine, 'id', ids)} or ${among(engine, 'name_key', nameKeys)})`

const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))

/** All of the file or nothing of it, and only what the admin was shown. Locks what the file names, and nothing else. */
export const applyImport = (
  database: Database,
  by: Caller,
  { planKey, ...file }: File & { planKey: string },
) =>
  database
    .change(['products'], async (tx) => {
      const lockNamed = (named: Named) =>
        database
          .locking(tx.selectFrom('products').selectAll().where(isNamed(database.engine, named)).orderBy('id'))
          .execute()
      const plan = await planImport(file.csv, lockNamed, {
        categories: idsOf(await database.sharing(categoryRows(tx)).execute()),
        attributes: await attributeRows(tx).execute(),
        imageHostUrl: file.imageHostUrl,
        reach: file.reach,
      })
      if (plan.problems.length > 0) throw refuse('bad_lines', withReport(plan))
      if (keyOfPlan(plan) !== planKey) throw refuse('plan_changed', withReport(plan))
      await wantPictures(tx, [...plan.wanted.values()])
      await claimImages(tx, [
        ...plan.adds.flatMap(({ product }) => picturesOf(product)),
        ...plan.changes.flatMap(({ after }) => picturesOf(after)),
      ])
      await addAll(tx, by, plan)
      await changeAll(database, tx, by, plan)
      return report(plan, true)
    })
    // A product that was added or renamed meanwhile is in nobody's lock.
    .catch(async (error) => {
      if (!isDuplicate(error)) throw error
      throw refuse('plan_changed', withReport(await planNow(database, file)))
    })

async function addAll(tx: Tx, by: Caller, { adds }: Plan) {
  const now = Date.now()
  // A millisecond apart, so that the order of the file is the order of the list.
  const rows = adds.map(({ product }, n) => productRow(product, new Date(now + n).toISOString()))
  for (let i = 0; i < rows.length; i += atOnce)
    await tx
      .insertInto('products')
      .values(rows.slice(i, i + atOnce))
      .execute()
  await insertNumbers(tx, rows)
  await openStocks(
    tx,
    rows.map(({ id, available_qty }) => ({ productId: id, quantity: available_qty })),
    by.userId,
  )
  await recordAll(
    tx,
    by,
    adds.map(({ product }, n) => ({
      what: 'product added' as const,
      subject: product.productName,
      details: { ...addedDetails(rows[n]!.id, product), by: 'file' },
    })),
  )
}

async function changeAll(database: Database, tx: Tx, by: Caller, plan: Plan) {
  const wanted = new Set(plan.changes.map(({ after }) => searchable(after.productName)))
  const passedOn = plan.changes.filter(
    ({ before, after }) => before.name_key !== searchable(after.productName) && wanted.has(before.name_key),
  )
  await releaseNames(
    tx,
    passedOn.map(({ before }) => before.id),
  )
  for (const { before, after, changes } of plan.changes) {
    const { availableQty, ...details } = changes
    if (availableQty)
      await setStock(database, tx, before.id, { availableQty: after.availableQty, byUser: by.userId })
    if (Object.keys(details).length > 0) await updateDetails(tx, before, after)
  }
  await recordAll(
    tx,
    by,
    plan.changes.map(({ before, after, changes }) => ({
      what:
        changes.availableQty && Object.keys(changes).length === 1
          ? ('stock set' as const)
          : ('product edited' as const),
      subject: subjectOf(before.product_name, after.productName),
      details: { productId: before.id, ...shortened(changes), by: 'file' },
    })),
  )
}

function report(plan: Plan, applied: boolean): ImportReport {
  const { adds, changes, unchanged, problems, wanted } = plan
  return {
    applied,
    planKey: keyOfPlan(plan),
    problems,
    unchanged,
    adds: adds.map(({ line, product }) => ({ line, name: product.productName })),
    changes: changes.map(({ line, before, changes }) => ({
      line,
      name: before.product_name,
      changes: shortened(asNamed(changes, wanted)),
    })),
  }
}

/** With the addresses of pictures that the file has. */
const asNamed = ({ image, morePictures, ...changes }: Changes, wanted: Plan['wanted']): Changes => {
  const named = ({ from, to }: Change) => ({
    from,
    to: String(to)
      .split('\n')
      .map((address) => wanted.get(address) ?? address)
      .join('\n'),
  })
  return {
    ...changes,
    ...(image && { image: named(image) }),
    ...(morePictures && { morePictures: named(morePictures) }),
  }
}

const withReport = (plan: Plan) => ({ details: { report: report(plan, false) } })
