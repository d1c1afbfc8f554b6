import type { Db } from '~/platform/db/database.server.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import { fitKindsOf } from '~/shop/catalogue/store.server.ts'
import { built, readFacts } from '~/shop/vehicles/facts.ts'
import { engineName, vehicleName } from '~/shop/vehicles/rules.ts'
import { fitAttributes, optionsOf, vehicleById } from '~/shop/vehicles/store.server.ts'
import type { FitMark, PartFit } from './contract.ts'
import { refuse } from './contract.ts'
import type { Car, Judged } from './rules.ts'
import { judge } from './rules.ts'
import { countVehiclesOfPart, rowsForCar } from './store.server.ts'
import { choiceInWords, conditionInShort, reasonOf, verdictWords } from './words.ts'

const whenBuilt = {
  id: built,
  name: 'built',
  question: 'When was your car built?',
  help: 'The month of first registration is close, but later; the type plate has it exactly.',
}

/** A car as it was asked about: its model, and what was said about it. */
export async function loadCar(db: Db, vehicleId: string, facts: string) {
  const [vehicle, options, attributes] = await Promise.all([
    vehicleById(db, vehicleId),
    optionsOf(db, vehicleId),
    fitAttributes(db),
  ])
  if (!vehicle) throw refuse('unknown_vehicle')
  const car: Car = {
    months: { from: vehicle.built_from, to: vehicle.built_to || null },
    options,
    facts: readFacts(facts),
  }
  const named = { ...vehicle, engineCode: vehicle.engine_code }
  const asked = [...attributes, whenBuilt]
  return {
    id: vehicle.id,
    name: vehicleName(named),
    engine: engineName(named),
    car,
    attributes: asked,
    names: Object.fromEntries(asked.map(({ id, name }) => [id, name])),
  }
}
type LoadedCar = Awaited<ReturnType<typeof loadCar>>

/** A mark for each of these parts that exists. */
export async function marksOf(db: Db, { id, car, names }: LoadedCar, partIds: string[]): Promise<FitMark[]> {
  const [kinds, rows] = await Promise.all([fitKindsOf(db, partIds), rowsForCar(db, id, partIds)])
  return partIds.flatMap((_id) => {
    const fitKind = kinds.get(_id)
    if (!fitKind) return []
    const judged = judge({ fitKind, rows: rows.get(_id)! }, car)
    return { _id, verdict: judged.verdict, words: inShort(judged, fitKind, { car, names }) }
  })
}

function inShort(judged: Judged, fitKind: FitKind, { car, names }: Pick<LoadedCar, 'car' | 'names'>) {
  if (judged.verdict === 'only-if')
    return `${verdictWords['only-if']} ${conditionInShort(judged.rows, car, names)}`
  if (fitKind === 'every-car') return 'Fits every car'
  return verdictWords[judged.verdict]
}

/** All that the page of a part says about a car. */
export async function fitOf(db: Db, loaded: LoadedCar, partId: string): Promise<PartFit> {
  const { car, names, engine, attributes } = loaded
  const [kinds, rows] = await Promise.all([fitKindsOf(db, [partId]), rowsForCar(db, loaded.id, [partId])])
  const fitKind = kinds.get(partId)
  if (!fitKind) throw refuse('unknown_product')
  const part = { fitKind, rows: rows.get(partId)! }
  const judged = judge(part, car)
  const { verdict, question } = judged
  const isListedWithoutIt = verdict === 'does-not-fit' && judged.rows.length === 0
  const cars = isListedWithoutIt ? await countVehiclesOfPart(db, partId) : 0
  const asked = question && attributes.find(({ id }) => id === question.attribute)
  const quantity = quantityOf(judged)
  return {
    verdict,
    words: verdictWords[verdict],
    reason: reasonOf(judged, { part, car, engine, names, cars }),
    car: { _id: loaded.id, name: loaded.name },
    ...(question && {
      question: {
        attribute: question.attribute,
        text: asked?.question ?? `${question.attribute}?`,
        help: asked?.help ?? '',
        choices: question.choices.map((value) => ({
          value,
          label: choiceInWords(question.attribute, value),
        })),
      },
    }),
    answers: answersUsed(part.rows, loaded),
    ...(quantity && { quantity }),
  }
}

/** What all matching rows together need; the same for those that are still open. */
const quantityOf = ({ verdict, rows }: Judged) =>
  verdict === 'fits' || (verdict === 'only-if' && rows.length === 1)
    ? rows.reduce((sum, row) => sum + row.quantity, 0)
    : 0

/** Answers that a row of this part has looked at. */
function answersUsed(rows: Judged['rows'], { car, names }: LoadedCar) {
  return Object.entries(car.facts)
    .filter(([attribute]) =>
      rows.some((row) =>
        attribute === built ? row.builtFrom || row.builtTo : row.conditions[attribute] !== undefined,
      ),
    )
    .map(([attribute, value]) => ({
      attribute,
      name: names[attribute] ?? attribute,
      value: choiceInWords(attribute, value),
    }))
}
