import type { ExpressionBuilder } from 'kysely'
import type { DiscountCodeRow, Tables } from '~/database/tables.ts'
import { longDay } from '~/platform/dates.ts'
import type { Database, Db, Step, Tx } from '~/platform/db/database.server.ts'
import type { Refusal } from '~/platform/refusal.ts'
import { categoryRows, withKinds } from '~/shop/catalogue/categories/store-categories.server.ts'
import { productNames } from '~/shop/catalogue/figures.server.ts'
import { partKindsOf } from '~/shop/catalogue/store.server.ts'
import { refuseCode } from './contract.ts'
import type { DiscountTerms } from './rules.ts'
import { codeKey } from './rules.ts'

/** The ids of what a code is for. */
export type CodeParts = { products: string[]; categories: string[] }

/** A code as it was when somebody last looked, for a customer and some parts. */
export type SeenCode = {
  row: DiscountCodeRow
  terms: DiscountTerms
  isFor: (productId: string) => boolean
  /** Why it cannot be used now. */
  refusal?: Refusal | undefined
  /** Which of the uses that each customer has are taken. */
  taken: number[]
}

type Asking = {
  /** Undefined for a visitor, who may be anybody. */
  customerId?: string | undefined
  productIds: string[]
  /** Whether its customer has bought something already. */
  hasBought: (customerId: string) => Promise<boolean>
}

export type Codes = ReturnType<typeof createCodes>

/**
 * Codes by what somebody typed. What they promise never changes, so a server remembers it; whether one can be used now is
 * for the statement that takes the use.
 */
export function createCodes({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  const lastRead = new Map<string, DiscountCodeRow>()
  return {
    /** Undefined unless it is for all parts and was read before. */
    remember(typed: string): SeenCode | undefined {
      const row = lastRead.get(codeKey(typed) ?? '')
      return row && { row, terms: termsOf(row, ''), isFor: () => true, taken: [] }
    },
    async look(typed: string, { customerId, productIds, hasBought }: Asking): Promise<SeenCode> {
      const row = await codeRow(db, typed)
      if (!row) throw refuseCode('unknown_code', { field: 'code' })
      if (!row.parts) remember(lastRead, row)
      const parts = row.parts ? (JSON.parse(row.parts) as CodeParts) : undefined
      const taken = customerId ? await usesOf(db, row.id, customerId) : []
      const isLate =
        row.customers === 'first_purchase' && customerId !== undefined && (await hasBought(customerId))
      return {
        row,
        terms: termsOf(row, parts ? await partsInWords(db, parts) : ''),
        isFor: parts ? await eligibleAmong({ db, engine }, parts, productIds) : () => true,
        taken: taken.flatMap(({ nth }) => nth ?? []),
        refusal: refusalOf(row, { uses: taken.length, isLate }),
      }
    },
  }
}

const mostRemembered = 1000

function remember(lastRead: Map<string, DiscountCodeRow>, row: DiscountCodeRow) {
  lastRead.delete(row.code_key)
  lastRead.set(row.code_key, row)
  for (const oldest of lastRead.keys()) if (lastRead.size > mostRemembered) lastRead.delete(oldest)
}

async function codeRow(db: Db, typed: string) {
  const key = codeKey(typed)
  if (!key) return undefined
  return db.selectFrom('discount_codes').selectAll().where('code_key', '=', key).executeTakeFirst()
}

const usesOf = (db: Db, codeId: string, customerId: string) =>
  db
    .selectFrom('discount_uses')
    .select('nth')
    .where('code_id', '=', codeId)
    .where('customer_id', '=', customerId)
    .where('released_at', 'is', null)
    .execute()

const termsOf = ({ code, kind, value, minimum_cents }: DiscountCodeRow, parts: string): DiscountTerms => ({
  code,
  kind,
  value,
  minimumCents: minimum_cents,
  parts,
})

/** Categories that are deleted, and parts that are, are for nobody. */
async function eligibleAmong(
  database: Pick<Database, 'db' | 'engine'>,
  { products, categories }: CodeParts,
  productIds: string[],
) {
  const rows = categories.length > 0 ? await categoryRows(database.db).execute() : []
  const kinds = new Set(categories.flatMap((id) => withKinds(rows, id)))
  const kindOf = await partKindsOf(database, productIds)
  return (id: string) => products.includes(id) || kinds.has(kindOf.get(id)?.category ?? '')
}

const mostNamed = 3

async function partsInWords(db: Db, { products, categories }: CodeParts) {
  const rows = categories.length > 0 ? await categoryRows(db).execute() : []
  const named = await productNames(db, products.slice(0, mostNamed))
  const names = [
    ...categories.flatMap((id) => rows.find((row) => row.id === id)?.name ?? []),
    ...products.flatMap((id) => named.get(id) ?? []),
  ]
  const more = categories.length + products.length - mostNamed
  const shown = names.slice(0, mostNamed)
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return [shown.slice(0, -1).join(', '), shown.at(-1) ?? 'parts that are no longer sold']
    .filter(Boolean)
    .join(' or ')
}

function refusalOf(row: DiscountCodeRow, { uses, isLate }: { uses: number; isLate: boolean }) {
  const now = new Date().toISOString()
  if (row.state === 'paused' || row.starts_at > now) return refuseCode('unknown_code', { field: 'code' })
  if (row.ends_at && row.ends_at <= now)
    return refuseCode('code_ended_on', { field: 'code', values: { day: lastDayOf(row.ends_at) } })
  if (row.state === 'ended') return refuseCode('code_ended', { field: 'code' })
  if (row.most_uses !== null && row.uses >= row.most_uses)
    return refuseCode('code_used_up', { field: 'code' })
  if (isLate) return refuseCode('not_first_purchase', { field: 'code' })
  if (row.most_per_person !== null && uses >= row.most_per_person)
    return refuseCode('code_used', { field: 'code' })
  return undefined
}

/** A code ends with the end of a day. */
const lastDayOf = (endsAt: string) => longDay(new Date(Date.parse(endsAt) - 1))

type Taking = { purchaseId: string; customerId: string; cents: number; at: string }

/** What `takeUse` writes, and what must still be so. */
export type UseToTake = {
  limitedCode: { id: string; now: string }[]
  otherCode: { id: string; now: string }[]
  use: {
    purchase_id: string
    code_id: string
    customer_id: string
    nth: number | null
    cents: number
    taken_at: string
  }[]
}

export const noUse: UseToTake = { limitedCode: [], otherCode: [], use: [] }

export function takingOfUse(
  { row, taken }: SeenCode,
  { purchaseId, customerId, cents, at }: Taking,
): UseToTake {
  const code = [{ id: row.id, now: at }]
  const isLimited = row.most_uses !== null
  let nth = 0
  while (taken.includes(nth)) nth += 1
  return {
    limitedCode: isLimited ? code : [],
    otherCode: isLimited ? [] : code,
    use: [
      {
        purchase_id: purchaseId,
        code_id: row.id,
        customer_id: customerId,
        nth: row.most_per_person === null ? null : nth,
        cents,
        taken_at: at,
      },
    ],
  }
}

/**
 * Steps of the batch that places a purchase. One statement takes a use of a limited code, if there is one left and the code
 * can be used now; all others are only read, so that nobody waits for somebody else with the same code.
 */
export const takeUse = (db: Db, { limitedCode, otherCode, use }: UseToTake): Step[] => [
  ...otherCode.map(({ id, now }) => ({
    statement: db
      .selectFrom('discount_codes')
      .select('id')
      .where('id', '=', id)
      .where((e) => isUsable(e, now)),
    rows: 1,
  })),
  ...(use.length > 0
    ? [
        {
          // None when its customer has used it in the same moment.
          statement: db
            .insertInto('discount_uses')
            .values(use)
            .onConflict((c) => c.doNothing())
            .returning('purchase_id'),
          rows: use.length,
        },
      ]
    : []),
  ...limitedCode.map(({ id, now }) => ({
    statement: db
      .updateTable('discount_codes')
      .set((e) => ({ uses: e('uses', '+', 1) }))
      .where('id', '=', id)
      .where((e) => isUsable(e, now))
      .whereRef('uses', '<', 'most_uses')
      .returning('id'),
    rows: 1,
  })),
]

const isUsable = (e: ExpressionBuilder<Tables, 'discount_codes'>, now: string) =>
  e.and([
    e('state', '=', 'on'),
    e('starts_at', '<=', now),
    e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]),
  ])

/** Of purchases of which everything is cancelled: each use can be taken again, once. */
export async function releaseUses(tx: Tx, purchaseIds: string[]) {
  if (purchaseIds.length === 0) return
  const released = await tx
    .updateTable('discount_uses')
    .set({ released_at: new Date().toISOString() })
    .where('purchase_id', 'in', purchaseIds)
    .where('released_at', 'is', null)
    .returning('code_id')
    .execute()
  // In the order of their ids, so that nobody waits in a circle.
  for (const { code_id } of released.toSorted((a, b) => (a.code_id < b.code_id ? -1 : 1)))
    await tx
      .updateTable('discount_codes')
      .set((e) => ({ uses: e('uses', '-', 1) }))
      .where('id', '=', code_id)
      .where('most_uses', 'is not', null)
      .execute()
}

export const exportDiscountUses = (db: Db, customerId: string) =>
  db.selectFrom('discount_uses').selectAll().where('customer_id', '=', customerId).execute()
