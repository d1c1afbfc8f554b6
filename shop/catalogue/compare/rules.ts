import { idsIn } from '~/platform/id.ts'
import { readAttributes } from '../attributes/attribute-lines.ts'
import type { Product } from '../contract.ts'
import { mostCompared } from '../list-rules.ts'
import { searchable } from '../rules.ts'

/** One more than can be compared: then that is said. */
export const comparedIds = (lists: string[]) => idsIn(lists, mostCompared + 1)

export type MeasureRow = {
  name: string
  /** In the order of the parts; undefined where a part does not say it. */
  values: (string | undefined)[]
  differs: boolean
}

type Problem = { status: 200 | 404 | 422; words: string }

/** Why these parts cannot be compared, in words for the customer; undefined when they can. */
export function comparisonProblem(asked: number, parts: Product[]): Problem | undefined {
  if (asked === 0)
    return { status: 200, words: 'Choose two to four parts of one kind, to see in what they differ.' }
  if (asked > mostCompared)
    return {
      status: 422,
      words: `At most ${mostCompared} parts are compared at once. Leave some of them out.`,
    }
  if (parts.length < asked) return { status: 404, words: goneWords(asked, parts.length) }
  if (parts.some(({ category }) => category !== parts[0]!.category))
    return { status: 422, words: 'Only parts of one kind can be compared: these have different measures.' }
  if (!parts[0]!.category) return { status: 422, words: 'These parts are of no kind that could be compared.' }
  if (!isFilled(measureRows(parts)))
    return { status: 422, words: 'Too few measures of these parts are known to compare them.' }
  return undefined
}

function goneWords(asked: number, found: number) {
  if (asked === 1) return 'This part is not sold here, or not any more.'
  return found === 0
    ? 'These parts are not sold here, or not any more.'
    : 'Some of these parts are not sold here, or not any more. Choose others.'
}

/** Half of what is known of one is known of all: else the gaps would say more than the values. */
function isFilled(rows: MeasureRow[]) {
  const cells = rows.flatMap(({ values }) => values)
  return cells.length > 0 && cells.filter((value) => value !== undefined).length * 2 >= cells.length
}

/** Those that differ first, then what one of them does not say, then what is the same; as the parts have them. */
export function measureRows(parts: Pick<Product, 'attributes'>[]): MeasureRow[] {
  const ofParts = parts.map(({ attributes }) => readAttributes(attributes))
  const names = new Map<string, string>()
  for (const { name } of ofParts.flat()) names.set(searchable(name), names.get(searchable(name)) ?? name)
  const rows = [...names].map(([key, name]) => {
    const values = ofParts.map((known) => known.find((one) => searchable(one.name) === key)?.value)
    return { name, values, differs: new Set(values.map((value) => value && searchable(value))).size > 1 }
  })
  const rank = ({ differs, values }: MeasureRow) => (!differs ? 2 : values.includes(undefined) ? 1 : 0)
  return rows.sort((a, b) => rank(a) - rank(b))
}
