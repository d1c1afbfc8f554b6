import { sql } from 'kysely'
import type { DiscountCodeRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { toDollars } from '~/platform/money.ts'
import { days } from '~/platform/time.ts'
import { manageDiscountsRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { categoryRows } from '~/shop/catalogue/categories/store-categories.server.ts'
import { productNames } from '~/shop/catalogue/figures.server.ts'
import { productRow, productRowsByName } from '~/shop/catalogue/store.server.ts'
import { canMakeFree, codeKey, shownValue } from '../rules.ts'
import type { CodeParts } from '../store.server.ts'
import type { ChangeCode, DiscountCode, NewCode } from './contract.ts'
import { manageDiscountsContract, refuse } from './contract.ts'

/** Codes are made, paused, ended and counted; never deleted, because what was sold with them stays in the books. */
export const manageDiscountsApi = (database: Database) =>
  endpoints(manageDiscountsRoutes, manageDiscountsContract, {
    listDiscounts: {
      access: 'money',
      summary: 'Discount codes, newest first, with how often each is used and what it took off',
      handler: ({ query }) => listCodes(database.db, query),
    },
    addDiscount: {
      access: 'money',
      summary: 'Makes a discount code. What it promises never changes',
      handler: async ({ body, caller }) => ({ insertedId: await addCode(database, caller, body) }),
    },
    changeDiscount: {
      access: 'money',
      summary: 'Pauses a code, goes on with it, ends it for good, or sets its last day and its limit of uses',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await changeCode(database, caller, params.id, body),
      }),
    },
  })

async function listCodes(db: Db, query: ListQuery) {
  const key = query.q ? (codeKey(query.q) ?? query.q) : undefined
  const list = {
    table: 'discount_codes',
    keys: ['created_at', 'id'],
    direction: 'desc',
    where: key ? [contains(sql.ref('code_key'), key)] : [],
  } as const
  const page = await readListPage<DiscountCodeRow>(db, list, query)
  return page.withRows(await shown(db, page.rows))
}

async function shown(db: Db, rows: DiscountCodeRow[]): Promise<DiscountCode[]> {
  if (rows.length === 0) return []
  const sums = await db
    .selectFrom('discount_uses')
    .select((e) => ['code_id', e.fn.countAll<number>().as('uses'), e.fn.sum<number>('cents').as('cents')])
    .where(
      'code_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('released_at', 'is', null)
    .groupBy('code_id')
    .execute()
  const partsOf = ({ parts }: DiscountCodeRow): CodeParts =>
    parts ? JSON.parse(parts) : { products: [], categories: [] }
  const categories = new Map((await categoryRows(db).execute()).map(({ id, name }) => [id, name]))
  const products = await productNames(db, [...new Set(rows.flatMap((row) => partsOf(row).products))])
  const named = (names: Map<string, string>) => (id: string) => ({ _id: id, name: names.get(id) ?? id })
  return rows.map((row) => {
    const sum = sums.find(({ code_id }) => code_id === row.id)
    return {
      _id: row.id,
      code: row.code,
      kind: row.kind,
      value: toDollars(row.value),
      minimum: toDollars(row.minimum_cents),
      categories: partsOf(row).categories.map(named(categories)),
      products: partsOf(row).products.map(named(products)),
      customers: row.customers,
      ...(row.most_uses !== null && { mostUses: row.most_uses }),
      ...(row.most_per_person !== null && { mostPerPerson: row.most_per_person }),
      startsAt: row.starts_at,
      ...(row.ends_at && { endsAt: row.ends_at }),
      state: row.state,
      uses: Number(sum?.uses ?? 0),
      given: toDollars(Number(sum?.cents ?? 0)),
      version: row.version,
    }
  })
}

async function addCode(database: Database, by: Caller, input: NewCode) {
  const now = new Date().toISOString()
  const row = {
    id: newId(),
    code: input.code.toUpperCase(),
    code_key: codeKey(input.code)!,
    kind: input.kind,
    value: input.value,
    minimum_cents: input.minimum,
    parts: await partsOfCode(database.db, input),
    customers: input.customers,
    most_uses: input.mostUses ?? null,
    // There is one first purchase.
    most_per_person: input.customers === 'first_purchase' ? 1 : (input.mostPerPerson ?? null),
    starts_at: input.startsOn ? new Date(input.startsOn).toISOString() : now,
    ends_at: endOf(input.endsOn),
    state: 'on' as const,
    created_at: now,
  }
  if (row.most_per_person === null && canMakeFree({ ...row, minimumCents: row.minimum_cents }))
    throw refuse('free_without_limit', { field: 'mostPerPerson' })
  await database.change([], async (tx) => {
    const added = await tx
      .insertInto('discount_codes')
      .values(row)
      .onConflict((c) => c.column('code_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw refuse('code_taken', { field: 'code' })
    await record(tx, by, { what: 'discount code made', subject: row.code, details: facts(row) })
  })
  return row.id
}

async function partsOfCode(db: Db, { categories, products }: NewCode) {
  if (categories.length + products.length === 0) return null
  const known = new Set((await categoryRows(db).execute()).map(({ id }) => id))
  for (const name of categories)
    if (!known.has(name)) throw refuse('no_such_category', { field: 'categories', values: { name } })
  const ids: string[] = []
  for (const name of products) {
    const byId = await productRow(db, name)
    const [found, another] = byId ? [byId] : await productRowsByName(db, name)
    if (another) throw refuse('several_parts', { field: 'products', values: { name } })
    if (!found) throw refuse('no_such_part', { field: 'products', values: { name } })
    ids.push(found.id)
  }
  return JSON.stringify({ products: [...new Set(ids)], categories: [...new Set(categories)] })
}

/** The end of its last day, of UTC. */
const endOf = (day: string | null | undefined) =>
  day ? new Date(Date.parse(day) + days(1)).toISOString() : null

const changeCode = (database: Database, by: Caller, id: string, { version, ...input }: ChangeCode) =>
  database.change([], async (tx) => {
    const before = await database
      .locking(tx.selectFrom('discount_codes').selectAll().where('id', '=', id))
      .executeTakeFirst()
    if (!before) throw refuse('unknown_discount')
    if (before.version !== version) throw refuse('changed_meanwhile')
    if (before.state === 'ended') throw refuse('ended_for_good')
    if (input.mostUses !== undefined && before.most_uses === null)
      throw refuse('without_limit', { field: 'mostUses' })
    if (input.mostUses !== undefined && input.mostUses < before.uses)
      throw refuse('used_more_often', { field: 'mostUses', values: { uses: before.uses } })
    const change = {
      state: input.state ?? before.state,
      ends_at: input.endsOn === undefined ? before.ends_at : endOf(input.endsOn),
      most_uses: input.mostUses ?? before.most_uses,
    }
    if (JSON.stringify(change) === JSON.stringify(changeable(before))) return 0
    await tx
      .updateTable('discount_codes')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await record(tx, by, {
      what: 'discount code changed',
      subject: before.code,
      details: { before: changeable(before), after: change },
    })
    return 1
  })

const changeable = ({ state, ends_at, most_uses }: DiscountCodeRow) => ({ state, ends_at, most_uses })

const facts = (row: Omit<DiscountCodeRow, 'uses' | 'version'>) => ({
  value: shownValue(row),
  minimum: toDollars(row.minimum_cents),
  parts: row.parts ?? 'all',
  customers: row.customers,
  mostUses: row.most_uses,
  mostPerPerson: row.most_per_person,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
})
