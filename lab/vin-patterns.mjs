import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { root } from '../scripts/prepare.mjs'

/**
 * `node lab/vin-patterns.mjs EXTRACT.json.gz` packs an extract of NHTSA's vPIC into the file that the shop reads:
 * `{ wmis: { WVW: { m: makes, s: [[schema, year from, year to]] } }, schemas: { n: [[pattern, element, value]] } }`, with
 * the elements 28 (make and model), 13 (litres), 9 (cylinders), 24 (fuel) and 18 (engine).
 *
 * The extract is made from the standalone database that NHTSA publishes at https://vpic.nhtsa.dot.gov/downloads/:
 * - `wmis`: of `Wmi` those whose `VehicleType` is a passenger car, a multipurpose passenger vehicle or a truck. `m` are the
 *   names of `Make` by `Wmi_Make`, else by `Wmi.MakeId`; `s` are the rows of `Wmi_VinSchema` that reach 1981 or later and
 *   have patterns, with schemas numbered from 0 in the order in which they are met.
 * - `schemas`: of `Pattern` the rows of these schemas and elements, as `[Keys, ElementId, value]`. The value is
 *   `AttributeId`; for a fuel its name in `FuelType`; for a model the names of `Make` (by `Make_Model`) and `Model`, with a
 *   tab between them.
 *
 * The file is read by pieces, so that a VIN costs no memory at rest: an index of the makers, then blocks of patterns.
 */
const [, , extract] = process.argv
if (!extract) throw new Error('usage: node lab/vin-patterns.mjs EXTRACT.json.gz')

/** Neighbours are of one maker, so they are compressed together. */
const schemasInBlock = 48
const { wmis, schemas } = JSON.parse(gunzipSync(readFileSync(extract)).toString())
const makers = Object.fromEntries(
  Object.entries({ ...byHand(), ...wmis }).map(([wmi, { m, s }]) => [wmi, [m, s]]),
)
const blocks = []
for (let first = 0; schemas[first]; first += schemasInBlock) {
  const block = []
  for (let n = first; n < first + schemasInBlock && schemas[n]; n++) block.push(grouped(schemas[n]))
  blocks.push(compressed(block))
}
const index = compressed({ makers, schemasInBlock, blockLengths: blocks.map(({ length }) => length) })
const head = Buffer.alloc(4)
head.writeUInt32LE(index.length)
const packed = Buffer.concat([head, index, ...blocks])
writeFileSync(join(root, 'shop/vehicles/vin/vin-patterns.bin'), packed)
console.log(`${packed.length} bytes, ${Object.keys(makers).length} makers, ${blocks.length} blocks`)

/**
 * By element.
 * @param {[string, number, string][]} patterns
 */
function grouped(patterns) {
  /** @type {Record<string, [string, string][]>} */
  const byElement = {}
  for (const [pattern, element, value] of patterns) {
    byElement[element] ??= []
    byElement[element].push([pattern, value])
  }
  return byElement
}

/** @param {unknown} value */
function compressed(value) {
  return brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

/**
 * Makers of Europe that sell nothing in the United States.
 * @returns {Record<string, { m: string[], s: [] }>}
 */
function byHand() {
  const makes = { TMB: 'Škoda', VSS: 'SEAT', VF7: 'Citroën', UU1: 'Dacia', NLH: 'Hyundai' }
  return Object.fromEntries(Object.entries(makes).map(([wmi, make]) => [wmi, { m: [make], s: [] }]))
}
