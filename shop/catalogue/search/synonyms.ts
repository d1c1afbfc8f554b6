import { stem } from './stem.ts'
import { tokensOf } from './tokens.ts'

/** Names of the same thing. A search for one finds the others too, ranked below the word itself. */
export const tradeSynonyms = [
  ['disc', 'disk', 'rotor'],
  ['brake pad', 'brake lining', 'brake shoe'],
  ['tyre', 'tire'],
  ['wheel', 'rim'],
  ['shock absorber', 'strut', 'damper', 'shocks'],
  ['bulb', 'lamp', 'globe'],
  ['headlight', 'headlamp', 'head lamp'],
  ['windscreen', 'windshield'],
  ['wiper', 'windscreen wiper', 'windshield wiper'],
  ['jump leads', 'jumper cables', 'jump cables', 'jumper leads', 'booster cables'],
  ['timing belt', 'cambelt', 'cam belt'],
  ['alternator', 'generator', 'dynamo'],
  ['battery', 'accumulator'],
  ['warning triangle', 'hazard triangle', 'safety triangle'],
  ['engine', 'motor'],
  ['aluminium', 'aluminum', 'alloy'],
  ['spark plug', 'sparking plug'],
  ['cabin filter', 'pollen filter'],
  ['oxygen sensor', 'lambda sensor', 'o2 sensor', 'lambda probe'],
  ['drive belt', 'serpentine belt', 'fan belt', 'v-belt', 'ribbed belt'],
  ['control arm', 'wishbone'],
  ['door mirror', 'wing mirror', 'side mirror'],
  ['ignition coil', 'coil pack'],
  ['petrol', 'gasoline', 'fuel', 'gas'],
  ['water pump', 'coolant pump'],
  ['coolant', 'antifreeze'],
  ['exhaust', 'silencer', 'muffler'],
  ['gearbox', 'transmission'],
  ['bonnet', 'hood'],
  ['boot', 'trunk'],
  ['wing', 'fender'],
  ['saloon', 'sedan'],
  ['estate', 'station wagon'],
  ['spanner', 'wrench'],
  ['handbrake', 'parking brake'],
]

type Phrase = string[]

export class Synonyms {
  /** By the stem of its first word, each phrase with those that mean the same. */
  readonly #byFirst = new Map<string, { stems: string[]; others: Phrase[] }[]>()
  readonly words: ReadonlySet<string>

  constructor(groups: string[][]) {
    const all = groups.map((group) => group.map((phrase) => tokensOf(phrase).map(({ word }) => word)))
    this.words = new Set(all.flat(2))
    for (const phrases of all)
      for (const phrase of phrases) {
        const stems = phrase.map(stem)
        const known = this.#byFirst.get(stems[0]!) ?? []
        known.push({ stems, others: phrases.filter((other) => other !== phrase) })
        this.#byFirst.set(stems[0]!, known)
      }
  }

  /** What the words from this one on may be called instead, and how many of them it replaces. */
  at(words: string[], from: number) {
    return (this.#byFirst.get(stem(words[from]!)) ?? []).filter(({ stems }) =>
      stems.every((one, n) => words[from + n] !== undefined && stem(words[from + n]!) === one),
    )
  }
}
