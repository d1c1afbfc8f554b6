import { join } from 'node:path'
import { ensureInstalled, giveUp, requireNode, root, run, say } from '../scripts/prepare.mjs'

/**
 * Mutation tests by Stryker: conditions, operators and blocks of the code that money, stock and sessions depend on are
 * changed one by one in a copy, and a test must notice. `npm run mutations` does all of it, which takes hours;
 * `npm run mutations -- shop/catalogue/stock` one folder, and the path of a file that file.
 */
const subjects = {
  'shop/payments': 'shop/{payments,orders}/**/*.test.ts',
  'shop/orders/place': 'shop/{orders,cart}/**/*.test.ts',
  'shop/catalogue/stock': 'shop/{catalogue,catalogue/manage,orders,orders/place}/*.test.ts',
  'shop/identity/session': 'shop/identity/**/*.test.ts',
}

requireNode()
await ensureInstalled()
await ensureInstalled(import.meta.dirname)

const asked = process.argv.slice(2)
const folders = Object.keys(subjects)
const unknown = asked.filter((path) => !folders.some((folder) => path.startsWith(folder)))
if (unknown.length > 0) giveUp(`${unknown.join(', ')} is in none of ${folders.join(', ')}.`)

const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const config = 'lab/mutations/stryker.config.mjs'
let failed = 0
for (const [folder, tests] of Object.entries(subjects)) {
  const paths = asked.length === 0 ? [folder] : asked.filter((path) => path.startsWith(folder))
  if (paths.length === 0) continue
  say(`Mutating ${paths.join(', ')}`)
  const files = paths.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.ts`))
  const mutated = [...files, '!**/*.test.ts', '!**/*.cases.ts'].join(',')
  const given = [stryker, 'run', config, '--mutate', mutated]
  failed += await run(process.execPath, given, { MUTATION_TESTS: tests }, root)
}
process.exit(failed === 0 ? 0 : 1)
