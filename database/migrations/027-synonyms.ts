import type { Kysely } from 'kysely'

/** Names of the same thing in the trade, which the search takes for each other. Admins change them; a shop begins with these. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('synonyms')
    .addColumn('position', 'integer', (c) => c.primaryKey())
    .addColumn('words', 'text', (c) => c.notNull())
    .execute()
  const rows = startSynonyms.map((words, position) => ({ position, words: words.join(', ') }))
  await (db as Kysely<{ synonyms: (typeof rows)[number] }>).insertInto('synonyms').values(rows).execute()
}

export const startSynonyms = [
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
