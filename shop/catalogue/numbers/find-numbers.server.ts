import { sql } from 'kysely'
import type { PartNumberRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { has } from '../store.server.ts'
import { differsByAtMost } from '../words/mistakes.ts'
import type { NumberCandidate } from './number-lines.ts'
import { isLongEnoughToGuess, mistakeColumns, numberCandidates } from './number-lines.ts'

export type NumberHit = Pick<PartNumberRow, 'product_id' | 'kind' | 'maker' | 'number' | 'number_key'>

export type NumberMatch = {
  match: 'equal' | 'begins' | 'near'
  /** The best number of each product, the best product first. */
  hits: NumberHit[]
  /** The words of the search that were the number. */
  words: string[]
  isWholeSearch: boolean
}

const mostHits = 200
const columns = ['product_id', 'kind', 'maker', 'number', 'number_key'] as const
/** Whether of parts for sale, or of those that are hidden. */
type Which = keyof typeof has

const numbersOf = (db: Db, which: Which) =>
  db
    .selectFrom('part_numbers')
    .select(columns)
    .where((e) =>
      e.exists(e.selectFrom('products').select('id').whereRef('id', '=', 'product_id').where(has[which])),
    )

/** Sorts after every character of a key. */
const afterAll = '~'

/** Parts whose number is in the search; as a whole, it may also be the beginning of a number. */
export async function findNumbers(
  db: Db,
  q: string,
  which: Which = 'shown',
): Promise<NumberMatch | undefined> {
  const candidates = numberCandidates(q)
  if (candidates.length === 0) return undefined
  const equal = await numbersOf(db, which)
    .where(
      'number_key',
      'in',
      candidates.map(({ key }) => key),
    )
    .limit(mostHits)
    .execute()
  const found = candidates.find(({ key }) => equal.some((hit) => hit.number_key === key))
  const whole = candidates.find(({ isWholeSearch }) => isWholeSearch)
  const begins = whole && isLongEnoughToGuess(whole.key) ? await beginningWith(db, whole.key, which) : []
  if (found) {
    const hits = equal.filter((hit) => hit.number_key === found.key)
    return matched('equal', found, [...ranked(hits, q), ...(found === whole ? ranked(begins, q) : [])])
  }
  return whole && begins.length > 0 ? matched('begins', whole, ranked(begins, q)) : undefined
}

/** For words that name nothing: parts whose number differs from them by one mistake. */
export async function findNearNumbers(
  db: Db,
  q: string,
  which: Which = 'shown',
): Promise<NumberMatch | undefined> {
  for (const candidate of numberCandidates(q).filter(({ key }) => isLongEnoughToGuess(key))) {
    const hits = await oneMistakeFrom(db, candidate.key, which)
    if (hits.length > 0) return matched('near', candidate, ranked(hits, q))
  }
  return undefined
}

const beginningWith = (db: Db, key: string, which: Which) =>
  numbersOf(db, which)
    .where('number_key', '>', key)
    .where('number_key', '<', key + afterAll)
    .orderBy('number_key')
    .limit(mostHits)
    .execute()

/** So many numbers of one maker share their first and last characters that halves find fewer rows to compare. */
const longEnoughForHalves = 11

async function oneMistakeFrom(db: Db, key: string, which: Which) {
  const { key_backwards, key_ends } = mistakeColumns(key)
  const length = sql<number>`length(number_key)`
  const candidates = () =>
    numbersOf(db, which)
      .where(length, '>=', key.length - 1)
      .where(length, '<=', key.length + 1)
  const isLong = key.length >= longEnoughForHalves
  // The mistake is behind these characters, or before those; two that were swapped may lie on both sides of the middle.
  const before = isLong ? Math.floor(key.length / 2) - 1 : key.length - 3
  const behind = isLong ? key.length - before - 2 : key.length - 3
  const inHalves = inRange(candidates(), 'number_key', key.slice(0, before)).union(
    inRange(candidates(), 'key_backwards', key_backwards.slice(0, behind)),
  )
  const query = isLong ? inHalves : inHalves.union(candidates().where('key_ends', '=', key_ends))
  const rows = await query.execute()
  return rows.filter((row) => differsByAtMost(1, row.number_key, key)).slice(0, mostHits)
}

const inRange = <Q extends { where(column: string, operator: '>=' | '<', value: string): Q }>(
  query: Q,
  column: 'number_key' | 'key_backwards',
  beginning: string,
) => query.where(column, '>=', beginning).where(column, '<', beginning + afterAll)

const rankOfKind: Record<NumberHit['kind'], number> = { own: 1, ean: 2, oe: 3, competitor: 4, replaced: 5 }

/** An own number exactly as it was typed comes first. */
function ranked(hits: NumberHit[], q: string) {
  const rank = (hit: NumberHit) => (hit.kind === 'own' && q.includes(hit.number) ? 0 : rankOfKind[hit.kind])
  return hits.toSorted((a, b) => rank(a) - rank(b) || (a.number_key < b.number_key ? -1 : 1))
}

function matched(
  match: NumberMatch['match'],
  { words, isWholeSearch }: NumberCandidate,
  hits: NumberHit[],
): NumberMatch {
  const first = new Map<string, NumberHit>()
  for (const hit of hits) if (!first.has(hit.product_id)) first.set(hit.product_id, hit)
  return { match, words, isWholeSearch, hits: [...first.values()] }
}
