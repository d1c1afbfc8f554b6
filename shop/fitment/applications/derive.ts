import { excerpt } from '~/platform/text.ts'
import type { Choices } from '~/shop/vehicles/choices.ts'
import { writeChoices } from '~/shop/vehicles/choices.ts'
import { modelYear } from '~/shop/vehicles/facts.ts'
import { overlap } from '~/shop/vehicles/months.ts'
import type { FitmentValues } from '../fitment-values.ts'
import { longestConditions, longestFitNote, longestPosition, writeConditions } from '../fitment-values.ts'
import type { Application } from './application.ts'
import { isInModelYears, mostYears, noteKey } from './application.ts'
import type { FindCars, NamedCar, OpenName } from './car-names.ts'
import { areAllModelYears, modelYearsIn } from './model-years.ts'

/** What the owner has said that a text means. Until then it restricts. */
export type Meaning =
  | { is: 'restricts' }
  | { is: 'informs' }
  | { is: 'attribute'; attribute: string; value: string }

export type Readable = { find: FindCars; meanings: ReadonlyMap<string, Meaning> }

/** Why no line is made of an application. */
export type Aside = 'no-car' | 'no-year' | 'too-long'

/** One line for one car. Its model years are apart from the other conditions, so that lines can be joined by them. */
type CarLine = {
  car: NamedCar
  position: string
  quantity: number
  builtFrom: string
  builtTo: string
  conditions: Choices
  years: readonly string[] | undefined
  mustCheck: string
  remark: string
  /** The supplier who says it. */
  source: string
  isLicensed: boolean
}
/** A line of a list of cars, who says it, and whether in words of licensed tables. */
export type SaidFitment = FitmentValues & { source: string; isLicensed: boolean }

export type Resolved = {
  lines: CarLine[]
  aside?: Aside
  /** A name that no car of ours has. */
  open?: OpenName
  /** What stands there in words, whether or not somebody has said what they mean. */
  texts: string[]
}

/**
 * One application as lines for our cars, or why there are none. Nothing that restricts is ever left out or cut: what cannot
 * be said as data is a condition in free words, which stays open.
 */
export function resolve(application: Application, { find, meanings }: Readable, source = ''): Resolved {
  const { cars, open } = find(application)
  const texts = textsOf(application)
  const nothing = { lines: [], ...(open && { open }), texts }
  if (cars.length === 0) return { ...nothing, aside: 'no-car' }
  const { conditions, mustCheck, remark } = read(texts, meanings)
  mustCheck.unshift(...(application.open ?? []))
  if (open) mustCheck.unshift(`Engine ${application.engine}`)
  const words = mustCheck.join('; ')
  if (words.length > longestFitNote || writeChoices(conditions).length > longestConditions / 2)
    return { ...nothing, aside: 'too-long' }
  const isPlace = application.position.length <= longestPosition
  if (!isPlace) remark.push(application.position)
  const lines = cars.flatMap((car): CarLine[] => {
    const built = whenBuilt(application, car)
    if (!built) return []
    return [
      {
        car,
        position: isPlace ? application.position : '',
        quantity: application.quantity,
        conditions,
        mustCheck: words,
        remark: excerpt(remark.join('; '), longestFitNote - 1),
        source,
        isLicensed: application.isLicensed ?? false,
        ...built,
      },
    ]
  })
  return lines.length > 0 ? { ...nothing, lines } : { ...nothing, aside: 'no-year' }
}

const textsOf = ({ submodel, notes }: Application) => [
  ...(submodel ? [`Submodel ${submodel}`] : []),
  ...notes,
]

function read(said: string[], meanings: Readable['meanings']) {
  const conditions: Choices = {}
  const mustCheck: string[] = []
  const remark: string[] = []
  for (const text of said) {
    const meaning = meanings.get(noteKey(text)) ?? { is: 'restricts' }
    if (meaning.is === 'informs') remark.push(text)
    // The years of the line itself are the only ones.
    else if (meaning.is === 'restricts' || meaning.attribute === modelYear) mustCheck.push(text)
    else {
      const { attribute, value } = meaning
      // All of an application must be so: two values of one attribute are for somebody to look at.
      if (conditions[attribute] && conditions[attribute][0] !== value) mustCheck.push(text)
      else conditions[attribute] = [value]
    }
  }
  return { conditions, mustCheck: [...new Set(mustCheck)], remark: [...new Set(remark)] }
}

/** Of what was built in the right time; undefined for a car that was not. */
function whenBuilt(application: Application, car: NamedCar) {
  if (isInModelYears(application)) {
    const { years, isAll } = modelYearsIn(application, car)
    if (years.length === 0) return undefined
    return { builtFrom: '', builtTo: '', years: isAll ? undefined : years }
  }
  const { from, to } = car.months
  if (!overlap(application, car.months)) return undefined
  return {
    builtFrom: application.from > from ? application.from : '',
    builtTo: to === null || application.to < to ? application.to : '',
    years: undefined,
  }
}

/** The lines of a part, joined where they say the same of several years, each once, and sorted. */
export function joinLines(lines: CarLine[]): SaidFitment[] {
  const whole = withoutImplied(byYears(lines)).map(asValues)
  const once = new Map<string, SaidFitment>()
  for (const line of whole) {
    const key = fitmentKey(line)
    const before = once.get(key)
    once.set(key, before ? both(before, line) : line)
  }
  return [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

/** What no two lines of a part have alike. */
export const fitmentKey = ({
  vehicleId,
  position,
  builtFrom,
  builtTo,
  conditions,
  mustCheck,
}: FitmentValues) => [vehicleId, position, builtFrom, builtTo, conditions, mustCheck].join('\n')

function byYears(lines: CarLine[]): CarLine[] {
  const groups = new Map<string, CarLine[]>()
  for (const line of lines) {
    const { car, years: _, ...rest } = line
    const key = JSON.stringify([car.id, rest])
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()].flatMap((group): CarLine[] => {
    const [line] = group as [CarLine]
    if (group.some(({ years }) => years === undefined)) return [{ ...line, years: undefined }]
    const years = [...new Set(group.flatMap((one) => one.years!))].sort()
    if (areAllModelYears(years, line.car)) return [{ ...line, years: undefined }]
    const spans = Array.from({ length: Math.ceil(years.length / mostYears) }, (_, n) =>
      years.slice(n * mostYears, (n + 1) * mostYears),
    )
    return spans.map((some) => ({ ...line, years: some }))
  })
}

/** A line that another one says already, with fewer conditions, would only be counted twice. */
function withoutImplied(lines: CarLine[]) {
  const places = new Map<string, CarLine[]>()
  for (const line of lines) {
    const place = `${line.car.id}\n${line.position}`
    places.set(place, [...(places.get(place) ?? []), line])
  }
  return [...places.values()].flatMap((group) =>
    group.filter(
      (line, n) =>
        !group.some((other, m) => m !== n && implies(line, other) && !(implies(other, line) && n < m)),
    ),
  )
}

/** Whether the other one is true wherever this one is, and says no less. */
function implies(line: CarLine, other: CarLine) {
  if (line.quantity !== other.quantity || (line.remark !== '' && line.remark !== other.remark)) return false
  if (other.mustCheck !== '' && other.mustCheck !== line.mustCheck) return false
  if (other.builtFrom !== '' && !(line.builtFrom !== '' && line.builtFrom >= other.builtFrom)) return false
  if (other.builtTo !== '' && !(line.builtTo !== '' && line.builtTo <= other.builtTo)) return false
  if (other.years && !line.years?.every((year) => other.years!.includes(year))) return false
  return Object.entries(other.conditions).every(([attribute, values]) =>
    line.conditions[attribute]?.every((value) => values.includes(value)),
  )
}

const asValues = ({ car, conditions, years, ...line }: CarLine): SaidFitment => ({
  ...line,
  vehicleId: car.id,
  conditions: writeConditions({ ...conditions, ...(years && { [modelYear]: [...years] }) }),
})

/** The same cars with another quantity or remark: somebody must be told of both. */
function both(a: SaidFitment, b: SaidFitment): SaidFitment {
  const [most, fewest] = [Math.max(a.quantity, b.quantity), Math.min(a.quantity, b.quantity)]
  const remarks = [a.remark, b.remark, most === fewest ? '' : `also listed with ${fewest} needed`]
  return {
    ...a,
    isLicensed: a.isLicensed || b.isLicensed,
    quantity: most,
    remark: excerpt([...new Set(remarks.filter(Boolean))].join('; '), longestFitNote - 1),
  }
}
