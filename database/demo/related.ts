/** What an owner would put together: whoever needs one needs the other. */
const sets: [one: string, other: string][] = [
  ['brake-disc', 'brake-pads'],
  ['engine-oil', 'oil-filter'],
  ['engine-oil', 'air-filter'],
  ['oil-filter', 'air-filter'],
  ['spark-plug', 'air-filter'],
]

/** An example of what customers buy together, until a count of what they have bought comes to anything. */
const bought: [one: string, other: string, score: number][] = [
  ['battery', 'jump-leads', 410_000],
  ['brake-disc', 'wiper-blade', 140_000],
  ['brake-disc', 'warning-triangle', 110_000],
  ['brake-pads', 'wiper-blade', 130_000],
  ['engine-oil', 'spark-plug', 320_000],
  ['engine-oil', 'wiper-blade', 210_000],
  ['headlight-bulb', 'wiper-blade', 380_000],
  ['headlight-bulb', 'battery', 150_000],
  ['jump-leads', 'warning-triangle', 350_000],
  ['spark-plug', 'oil-filter', 240_000],
]

const generation = 'demo'
export const demoCount = { generation, digest: 'demo' }

/** Both ways. */
export const demoRelated = sets.flatMap(([one, other], position) => [
  { product_id: one, other_id: other, position },
  { product_id: other, other_id: one, position },
])
export const demoBought = bought.flatMap(([one, other, score]) => [
  { generation, product_id: one, other_id: other, score },
  { generation, product_id: other, other_id: one, score },
])
