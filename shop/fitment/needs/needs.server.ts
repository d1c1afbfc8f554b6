import type { Database, Db } from '~/platform/db/database.server.ts'
import { regularKinds } from '~/shop/catalogue/categories/store-categories.server.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { partKindsOf, partsWithAttributes, shownProducts } from '~/shop/catalogue/store.server.ts'
import { fitAttributes } from '~/shop/vehicles/store.server.ts'
import type { LoadedCar } from '../judge-parts.server.ts'
import { fitsOf } from '../judge-parts.server.ts'
import { judge } from '../rules.ts'
import { rowsOfCar } from '../store.server.ts'
import { choiceInWords } from '../words.ts'
import type { CarNeed, CarNeeds, NeededPart } from './contract.ts'
import type { KnownOfCar } from './measures.ts'
import { measuredBy, requiredLines } from './measures.ts'

const mostParts = 6
/** Of one kind, before those that are sold out are left out. */
const mostLooked = 60

type Kind = Awaited<ReturnType<typeof regularKinds>>[number]

/** What a car needs, kind by kind: by the lists of parts first, then by their measures. */
export async function needsOf(database: Database, loaded: LoadedCar): Promise<CarNeeds> {
  const { db } = database
  const [kinds, attributes, rows] = await Promise.all([
    regularKinds(db),
    fitAttributes(db),
    rowsOfCar(db, loaded.id),
  ])
  const kindOf = await partKindsOf(database, [...rows.keys()])
  const needs = kinds.map((kind) => {
    const known = attributes
      .filter(({ category_id }) => category_id === kind.id)
      .map((row): KnownOfCar & { question: string; help: string } => ({
        attribute: row.id,
        name: row.name,
        values: valuesOf(loaded, row.id),
        measure: row.measure,
        compared: row.compared,
        question: row.question,
        help: row.help,
      }))
    const listed = [...rows].filter(([id]) => kindOf.get(id)?.category === kind.id)
    return { kind, known, listed }
  })
  return {
    car: { _id: loaded.id, name: loaded.name, shortName: loaded.shortName },
    needs: await Promise.all(needs.map((need) => needOf(db, loaded, need))),
  }
}

const valuesOf = ({ car: { facts, options } }: LoadedCar, attribute: string) =>
  facts[attribute] === undefined ? (options[attribute] ?? []) : [facts[attribute]]

type Looked = {
  kind: Kind
  known: (KnownOfCar & { question: string; help: string })[]
  listed: [string, Parameters<typeof judge>[0]['rows']][]
}

async function needOf(db: Db, loaded: LoadedCar, { kind, known, listed }: Looked): Promise<CarNeed> {
  const judged = listed.map(([id, rows]) => ({ id, ...judge({ fitKind: 'listed', rows }, loaded.car) }))
  const possible = judged
    .filter(({ verdict }) => verdict === 'fits' || verdict === 'only-if')
    .toSorted((a, b) => Number(a.verdict !== 'fits') - Number(b.verdict !== 'fits'))
    .map(({ id }) => id)
    .slice(0, mostLooked)
  const byList = await listedParts(db, loaded, possible)
  const byMeasure = await measuredParts(db, kind.id, known, new Set(listed.map(([id]) => id)))
  const parts: NeededPart[] = [...byList, ...byMeasure]
  const inStock = parts.filter(({ product }) => isOrderable(product)).slice(0, mostParts)
  const reason = inStock.length === 0 ? reasonFor({ parts, known, judged }) : undefined
  const question = questionOf(known) ?? byList.find((part) => part.question)?.question
  return {
    category: { _id: kind.id, name: kind.name, path: kind.path },
    known: known.flatMap(({ name, values }) =>
      values.length === 1 ? [{ name, value: choiceInWords('', values[0]!) }] : [],
    ),
    ...(question && { question }),
    parts: inStock.map(({ product, fit, quantity }) => ({ product, fit, ...(quantity && { quantity }) })),
    ...(reason && { reason }),
  }
}

/** With the question that would decide it. */
type Listed = NeededPart & Pick<CarNeed, 'question'>

async function listedParts(db: Db, loaded: LoadedCar, ids: string[]): Promise<Listed[]> {
  const products = await shownProducts(db, ids)
  const fits = await fitsOf(
    db,
    products.map(({ _id }) => ({ car: loaded, partId: _id })),
  )
  return products.flatMap((product, n): Listed[] => {
    const fit = fits[n]
    if (!fit) return []
    const { verdict, reason, quantity, question } = fit
    const words = verdict === 'only-if' ? `${fit.words} ${asCondition(reason)}` : fit.words
    return [
      { product, fit: { verdict, words }, ...(quantity && { quantity }), ...(question && { question }) },
    ]
  })
}

const asCondition = (reason: string) => reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, '')

/** Those that no list of cars decides about. */
async function measuredParts(db: Db, kind: string, known: KnownOfCar[], decided: ReadonlySet<string>) {
  const lines = requiredLines(known)
  if (lines.length === 0) return []
  const found = await partsWithAttributes(db, { category: kind, lines: lines.slice(0, 1), limit: mostLooked })
  return found.flatMap((product): NeededPart[] => {
    if (decided.has(product._id) || product.fitKind === 'listed-all') return []
    const measured = measuredBy(known, product.attributes)
    if (!measured.isRight) return []
    const { same, compare, quantity } = measured
    const words = `${same.join(' and ')} as your car needs${compare.length > 0 ? `; compare ${compare.join(' and ')}` : ''}`
    return [{ product, fit: { verdict: 'only-if', words }, ...(quantity && { quantity }) }]
  })
}

/** The first that has several answers, and that parts are compared by. */
function questionOf(known: Looked['known']): CarNeed['question'] {
  const open = known.find(({ values, compared }) => values.length > 1 && compared !== '')
  return (
    open && {
      attribute: open.attribute,
      text: open.question,
      help: open.help,
      choices: open.values.map((value) => ({ value, label: choiceInWords(open.attribute, value) })),
    }
  )
}

type Found = {
  parts: NeededPart[]
  known: KnownOfCar[]
  judged: { rows: { quantity: number; remark: string }[] }[]
}

/** Why there is no part to buy; undefined where nobody has said what the car takes. */
function reasonFor({ parts, known, judged }: Found) {
  if (parts.length > 0) return 'What fits your car is sold out.'
  const remarks = judged.flatMap(({ rows }) => rows).filter(({ quantity }) => quantity === 0)
  const said = [...new Set(remarks.map(({ remark }) => remark).filter(Boolean))]
  if (said.length > 0) return said.map((remark) => remark.replace(/([^.!?])$/, '$1.')).join(' ')
  if (known.some(({ values, compared }) => values.length > 1 && compared !== ''))
    return 'That depends on your car.'
  if (known.some(({ values }) => values.length > 0))
    return 'None of our parts is known to have what your car needs.'
  if (judged.length > 0) return 'None of our parts is known to fit your car.'
  return undefined
}
