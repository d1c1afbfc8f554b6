import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { mostCsvBytes, mostLookBytes } from '~/platform/import/import-report.ts'
import { applicationsRoutes } from '~/shop/admin-routes.ts'
import { mostFilePieces } from '~/shop/catalogue/imports/rules.ts'
import { applicationsContract, refuse } from './contract.ts'
import { listCarNames, nameChoices, setCarName } from './names.server.ts'
import { listApplicationNotes, setNoteMeaning } from './notes.server.ts'
import { lookAtFlatColumns } from './remembered-columns.server.ts'
import { addApplicationImport, addApplicationPiece, setApplicationsState } from './states.server.ts'
import { applicationImport, listApplicationImports, toWatchedApplications } from './store.server.ts'
import type { ApplicationsWorker } from './worker.server.ts'

type Dependencies = { database: Database; applicationsWorker: ApplicationsWorker }

/** What suppliers say their parts are for: files, and what the owner says that their words mean. */
export const applicationsApi = ({ database, applicationsWorker }: Dependencies) =>
  endpoints(applicationsRoutes, applicationsContract, {
    lookAtApplications: {
      access: 'catalogue',
      summary: 'The columns of a supplier’s list of cars, with samples and what each probably is',
      mostBytes: mostLookBytes,
      handler: ({ body: { csv } }) => lookAtFlatColumns(database.db, csv),
    },
    listApplicationImports: {
      access: 'catalogue',
      summary: 'The lists of cars that suppliers have sent, newest first',
      handler: ({ query }) => listApplicationImports(database.db, query),
    },
    addApplicationImport: {
      access: 'catalogue',
      summary: 'Begins with a file, which is then sent in pieces',
      handler: async ({ body, caller }) => ({
        insertedId: await addApplicationImport(database.db, caller, body),
      }),
    },
    sendApplicationPiece: {
      access: 'catalogue',
      summary: 'A piece of the text of the file, counted from 0; the same one may be sent again',
      mostBytes: mostCsvBytes,
      async handler({ params: { id, n }, body: { text } }) {
        const nth = /^\d{1,4}$/.test(n) ? Number(n) : mostFilePieces
        if (nth >= mostFilePieces) throw refuse('unknown_piece')
        await database.change([], (tx) => addApplicationPiece(database, tx, { id, nth, text }))
        return { modifiedCount: 1 }
      },
    },
    getApplicationImport: {
      access: 'catalogue',
      summary: 'How far it is, what it would change, and what of it is set aside',
      handler: async ({ params }) =>
        toWatchedApplications(database.db, await applicationImport(database.db, params.id)),
    },
    setApplicationsState: {
      access: 'catalogue',
      summary:
        'Reads what was sent, looks at it again, makes lists of cars of it, cancels, or undoes the last one of a supplier',
      async handler({ params, body, caller }) {
        const change = { ...body, id: params.id }
        // Cars are asked for their model year from the first list on.
        const topics = body.state === 'applying' ? (['vehicles'] as const) : []
        await database.change(topics, (tx) => setApplicationsState(database, tx, caller, change))
        void applicationsWorker.wake()
        return { modifiedCount: 1 }
      },
    },
    listCarNames: {
      access: 'catalogue',
      summary: 'Names of makes, models and engines in files that no car of ours has, most frequent first',
      handler: ({ query }) => listCarNames(database.db, query),
    },
    listNameChoices: {
      access: 'catalogue',
      summary: 'What it may be here',
      handler: ({ params }) => nameChoices(database.db, params.id),
    },
    setCarName: {
      access: 'catalogue',
      summary: 'Says what a name is here; empty, nobody has said it',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await setCarName(database, caller, { ...body, id: params.id }),
      }),
    },
    listApplicationNotes: {
      access: 'catalogue',
      summary: 'Remarks in files, most frequent first, with what they mean',
      handler: ({ query }) => listApplicationNotes(database.db, query),
    },
    setNoteMeaning: {
      access: 'catalogue',
      summary: 'Says that a remark restricts, only informs, or is a value of an attribute of cars',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await setNoteMeaning(database, caller, { ...body, id: params.id }),
      }),
    },
  })
