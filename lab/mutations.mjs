import { howToGetPostgres, startPostgres } from '../scripts/postgres.mjs'
import { ensureInstalled, giveUp, requireNode, say } from '../scripts/prepare.mjs'
import { mutations } from './mutations/list.mjs'
import { aCopy, isCaught } from './mutations/run.mjs'

/**
 * Mutation tests. Each rule of the list is switched off in a copy of the project; a test must notice.
 * `npm run mutations` does all, `npm run mutations -- WORDS` those whose rule holds the words.
 */
requireNode()
await ensureInstalled()

const words = process.argv.slice(2).join(' ')
const chosen = mutations.filter(({ rule }) => rule.includes(words))
if (chosen.length === 0) giveUp(`No rule holds the words: ${words}`)
const needsPostgres = chosen.some(({ on }) => on === 'postgres')
const postgres = needsPostgres ? await startPostgres() : undefined
if (needsPostgres && !postgres) giveUp(`Some rules show on PostgreSQL only. ${howToGetPostgres}`)
const copy = aCopy()
process.once('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

say(`Switching ${chosen.length} rules off, one after the other`)
let caught = 0
for (const mutation of chosen) {
  const isSeen = await isCaught(copy.folder, mutation, postgres ? { TEST_DATABASE_URL: postgres.url } : {})
  if (isSeen) caught += 1
  console.log(`${isSeen ? 'caught    ' : 'NOT CAUGHT'}  ${mutation.rule}`)
}
await postgres?.stop()
console.log(`${caught} of ${chosen.length} switched-off rules were caught`)
process.exit(caught === chosen.length ? 0 : 1)
