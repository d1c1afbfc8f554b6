import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { mostCsvBytes } from '~/platform/import/import-report.ts'
import { importsRoutes } from '~/shop/admin-routes.ts'
import { importsContract, refuse } from './contract.ts'
import { mostFilePieces } from './rules.ts'
import { addImport, addPiece, setImportState } from './states.server.ts'
import { importRow, listImports, mistakesOf, toWatched } from './store.server.ts'
import type { ImportWorker } from './worker.server.ts'

type Dependencies = { database: Database; importWorker: ImportWorker }

/** Long files of products: sent in pieces, checked and imported in the background. */
export const importsApi = ({ database, importWorker }: Dependencies) =>
  endpoints(importsRoutes, importsContract, {
    listImports: {
      access: 'catalogue',
      summary: 'The files of products that are or were imported, newest first',
      handler: ({ query }) => listImports(database.db, query),
    },
    addImport: {
      access: 'catalogue',
      summary: 'Begins with a file, which is then sent in pieces',
      handler: async ({ body, caller }) => ({ insertedId: await addImport(database.db, caller, body) }),
    },
    sendImportPiece: {
      access: 'catalogue',
      summary: 'A piece of the text of the file, counted from 0; the same one may be sent again',
      mostBytes: mostCsvBytes,
      async handler({ params: { id, n }, body: { text } }) {
        const nth = /^\d{1,4}$/.test(n) ? Number(n) : mostFilePieces
        if (nth >= mostFilePieces) throw refuse('unknown_piece')
        await database.change([], (tx) => addPiece(database, tx, { id, nth, text }))
        return { modifiedCount: 1 as const }
      },
    },
    getImport: {
      access: 'catalogue',
      summary: 'How far it is, and what the check has found',
      handler: async ({ params }) => toWatched(database.db, await importRow(database.db, params.id)),
    },
    setImportState: {
      access: 'catalogue',
      summary:
        'Checks what was sent, imports what was checked, cancels the rest, or undoes the last one of a supplier',
      async handler({ params, body, caller }) {
        const change = { ...body, id: params.id }
        await database.change([], (tx) => setImportState(database, tx, caller, change))
        void importWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    exportImportMistakes: {
      access: 'catalogue',
      summary: 'All that is wrong with its lines, as a file',
      async handler({ params }) {
        const { id } = await importRow(database.db, params.id)
        return csvFile(
          {
            name: 'problems',
            isComplete: true,
            columns: [
              ['line', ({ line }) => line],
              ['problem', ({ message }) => message],
            ],
          },
          mistakesOf(database.db, id),
        )
      },
    },
  })
