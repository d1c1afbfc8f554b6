import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { giveUp, root } from '../../scripts/prepare.mjs'

/** @typedef {{ version: string, folder: string }} Version */

/**
 * This shop and, after `--beside FOLDER`, another version of it that was built there: ratios of one run stay true where
 * requests per second are only true of a machine.
 * @param {string[]} words @returns {{ versions: Version[], parts: string[] }}
 */
export function readVersions(words) {
  const here = { version: 'this', folder: root }
  const at = words.indexOf('--beside')
  if (at < 0) return { versions: [here], parts: words }
  const folder = resolve(words[at + 1] ?? '')
  if (!existsSync(join(folder, 'build/server/server.js')))
    giveUp(`There is no built shop in ${folder}: run npm run build there.`)
  return { versions: [here, { version: 'other', folder }], parts: words.toSpliced(at, 2) }
}

/**
 * So many rounds of each, in turn; who goes first changes, so that none always meets the warmer machine.
 * @template T, R
 * @param {T[]} all @param {number} rounds @param {(one: T) => Promise<R>} measure
 * @returns {Promise<R[][]>} the rounds of each
 */
export async function inTurn(all, rounds, measure) {
  /** @type {R[][]} */
  const seen = all.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (let n = 0; n < all.length; n += 1) {
      const at = (round + n) % all.length
      seen[at]?.push(await measure(/** @type {T} */ (all[at])))
    }
  return seen
}
