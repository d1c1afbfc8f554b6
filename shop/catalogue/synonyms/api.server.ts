import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { synonymRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { synonymLines } from '../store.server.ts'
import { refuse, synonymsContract } from './contract.ts'

/** Names of the same thing, which the search takes for each other. */
export const synonymsApi = (database: Database) =>
  endpoints(synonymRoutes, synonymsContract, {
    getSynonyms: {
      access: 'catalogue',
      summary: 'Names that the search takes for each other: a group per line, with commas between them',
      handler: async () => ({
        synonyms: (await synonymLines(database.db).execute()).map(wordsOf).join('\n'),
      }),
    },
    setSynonyms: {
      access: 'catalogue',
      summary: 'Replaces all of them, unless they differ from what was seen',
      handler: async ({ body, caller }) => ({
        modifiedCount: await setSynonyms(database, caller, body),
      }),
    },
  })

const wordsOf = ({ words }: { words: string }) => words

type NewSynonyms = { synonyms: string[]; seen: string }

const setSynonyms = (database: Database, by: Caller, { synonyms, seen }: NewSynonyms) =>
  database.change(['products', 'synonyms'], async (tx) => {
    const before = (await database.locking(synonymLines(tx)).execute()).map(wordsOf)
    if (before.join('\n') !== seen.trim()) throw refuse('changed_meanwhile')
    if (before.join('\n') === synonyms.join('\n')) return 0
    await tx.deleteFrom('synonyms').execute()
    if (synonyms.length > 0)
      await tx
        .insertInto('synonyms')
        .values(synonyms.map((words, position) => ({ position, words })))
        .execute()
    await record(tx, by, {
      what: 'synonyms changed',
      subject: 'Synonyms',
      details: {
        added: synonyms.filter((line) => !before.includes(line)).join(' · '),
        removed: before.filter((line) => !synonyms.includes(line)).join(' · '),
      },
    })
    return 1
  })
