import { ensureBuilt, ensureInstalled, giveUp, requireNode } from '../scripts/prepare.mjs'
import { clock } from './faults/clock.mjs'
import { connections } from './faults/connections.mjs'
import { killed, paused, restarted } from './faults/database.mjs'
import { failOver, failOverBehindPooler } from './faults/fail-over.mjs'
import { fullDisk } from './faults/full-disk.mjs'
import { checkoutOnPostgres, checkoutOnSqlite } from './faults/kill-checkout.mjs'
import { onPostgres, onSqlite } from './faults/kill-server.mjs'
import { model } from './faults/model.mjs'
import { newsletter } from './faults/newsletter.mjs'
import { provider } from './faults/provider.mjs'
import { soak } from './faults/soak.mjs'

/**
 * What can go wrong, done on purpose to the built shop. `npm run faults` does all of it, `npm run faults -- NAME …`
 * some of it; with --quick a tenth of each, to try it out.
 */
const faults = [
  onSqlite,
  onPostgres,
  checkoutOnSqlite,
  checkoutOnPostgres,
  killed,
  restarted,
  paused,
  failOver,
  failOverBehindPooler,
  fullDisk,
  provider,
  newsletter,
  connections,
  clock,
  soak,
  model,
]

requireNode()
await ensureInstalled()
await ensureBuilt()

const words = process.argv.slice(2)
const share = words.includes('--quick') ? 0.1 : 1
const names = words.filter((word) => word !== '--quick')
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0)
  giveUp(`There is no fault ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}`)

let failures = 0
for (const fault of faults) {
  if (names.length > 0 && !names.includes(fault.name)) continue
  const startedAt = Date.now()
  const { figure, passed } = await outcome(fault)
  if (!passed) failures += 1
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`${passed ? 'passed' : 'FAILED'}  ${fault.name}: ${fault.what}: ${figure} (${seconds} s)`)
}
console.log(failures === 0 ? 'All faults were borne' : `${failures} faults were not borne`)
process.exit(failures === 0 ? 0 : 1)

/** @param {{ run(share: number): Promise<{ figure: string, passed: boolean }> }} fault */
async function outcome(fault) {
  try {
    return await fault.run(share)
  } catch (error) {
    return { figure: error instanceof Error ? error.message : String(error), passed: false }
  }
}
