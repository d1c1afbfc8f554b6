import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ProductRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { CsvLine, PlanContext } from '~/platform/import/csv-table.ts'
import type { ProductValues } from '../fields/product-fields.ts'
import { nameInKey, numberMark, ownNumbers } from '../name-keys.ts'
import { numberKey, readNumbers } from '../numbers/number-lines.ts'
import { searchable } from '../rules.ts'
import type { ProductLine } from './read-sheet.server.ts'

type Found = { before?: ProductRow | undefined } | { problem: string }

/** The products that some lines are about, locked for their change. */
export async function knownProducts(context: PlanContext, lines: CsvLine<ProductLine>[]) {
  const rows = await rowsNamed(context, lines)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = grouped(rows, (row) => [nameInKey(row.name_key)])
  const byNumber = grouped(rows, (row) => ownNumbers(row).map((own) => own.numberKey))
  const namedSo = new Map<string, number>()
  for (const { values } of lines) namedSo.set(keyOfName(values), (namedSo.get(keyOfName(values)) ?? 0) + 1)

  return { ids: [...byId.keys()], find, holderOfName, holderOfNumber }

  /** By its id, else by its own number, else by its name where the file has no numbers, or those of another shop. */
  function find(values: ProductLine): Found {
    const { id, typed, sheet } = values
    const withId = byId.get(id)
    if (withId) return { before: withId }
    const own = ownNumberIn(values)
    if (own) {
      const brand = typed.brand === undefined ? undefined : searchable(typed.brand)
      const all = byNumber.get(numberKey(own)) ?? []
      const [row, another] = all.filter((row) => brand === undefined || searchable(row.brand) === brand)
      if (another)
        return { problem: `More than one part has the number “${own}”: the file needs their brand or _id.` }
      if (row) return { before: row }
      if (sheet) return {}
    }
    if (id && typed.productName === undefined) return { problem: `There is no product with the _id “${id}”.` }
    const key = keyOfName(values)
    const [named, another] = byName.get(key) ?? []
    // Of several lines with one name their numbers tell the parts apart.
    if (own && (another || namedSo.get(key)! > 1)) return {}
    if (another)
      return {
        problem: `More than one part is called “${named!.product_name}”: the file needs its number or _id.`,
      }
    return { before: named }
  }

  /** Whose name it is, where no number stands behind it. */
  function holderOfName(nameKey: string) {
    return byName.get(nameKey)?.find((row) => row.name_key === nameKey)
  }

  /** Another part of the brand that has one of these numbers as its own, if they were not both there before. */
  function holderOfNumber(after: ProductValues, before: ProductRow | undefined) {
    const hadBefore = new Set(before ? ownNumbers(before).map(asText) : [])
    for (const own of ownNumbers(after)) {
      if (hadBefore.has(asText(own))) continue
      const holder = byNumber
        .get(own.numberKey)
        ?.find((row) => row.id !== before?.id && searchable(row.brand) === own.brandKey)
      if (holder) return { number: own.number, name: holder.product_name }
    }
    return undefined
  }
}

const asText = ({ brandKey, numberKey: key }: { brandKey: string; numberKey: string }) =>
  `${brandKey}\n${key}`

async function rowsNamed(context: PlanContext, lines: CsvLine<ProductLine>[]) {
  const { db, engine, locking } = context
  const values = lines.map((line) => line.values)
  const ids = values.map(({ id }) => id).filter(Boolean)
  const nameKeys = [...new Set(values.map(keyOfName).filter(Boolean))]
  const numberKeys = [...new Set(values.flatMap((line) => ownNumbersIn(line).map(numberKey)))]
  const holders = await db
    .selectFrom('part_numbers')
    .select('product_id')
    .where('kind', '=', 'own')
    .where(among(engine, 'number_key', numberKeys))
    .execute()
  ids.push(...holders.map(({ product_id }) => product_id))
  const isNamed = sql<SqlBool>`(${among(engine, 'id', [...new Set(ids)])} or ${among(engine, 'name_key', nameKeys)})`
  const rows: ProductRow[] = await locking(
    db.selectFrom('products').selectAll().where(isNamed).orderBy('id'),
  ).execute()
  const found = new Set(rows.map(({ id }) => id))
  const byNameAlone = values.filter((line) => !found.has(line.id) && !ownNumberIn(line)).map(keyOfName)
  return [
    ...rows,
    ...(await numberedAlike(context, byNameAlone.filter(Boolean))).filter(({ id }) => !found.has(id)),
  ]
}

/** Those of these names that have their number behind it: which part is meant cannot be told then. */
async function numberedAlike({ db, engine }: PlanContext, nameKeys: string[]): Promise<ProductRow[]> {
  if (nameKeys.length === 0) return []
  const mark = sql.lit(numberMark)
  const [place, text] =
    engine === 'postgres'
      ? [sql<number>`strpos(name_key, ${mark})`, sql`any(${nameKeys}::text[])`]
      : [
          sql<number>`instr(name_key, ${mark})`,
          sql`(select value from json_each(${JSON.stringify(nameKeys)}))`,
        ]
  const isOne = engine === 'postgres' ? sql.raw('=') : sql.raw('in')
  return await db
    .selectFrom('products')
    .selectAll()
    .where(sql<SqlBool>`${place} > 0 and substr(name_key, 1, ${place} - 1) ${isOne} ${text}`)
    .execute()
}

const keyOfName = ({ typed: { productName } }: ProductLine) =>
  productName === undefined ? '' : searchable(productName)

const ownNumbersIn = ({ typed, sheet }: ProductLine) => [
  ...(sheet?.own ? [sheet.own] : []),
  ...readNumbers(typed.numbers ?? '').flatMap(({ kind, number }) => (kind === 'own' ? [number] : [])),
]
const ownNumberIn = (line: ProductLine) => ownNumbersIn(line)[0]

function grouped(rows: ProductRow[], keysOf: (row: ProductRow) => string[]) {
  const groups = new Map<string, ProductRow[]>()
  for (const row of rows) for (const key of keysOf(row)) groups.set(key, [...(groups.get(key) ?? []), row])
  return groups
}
