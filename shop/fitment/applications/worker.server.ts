import type { ApplicationImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { startJobWorker } from '~/platform/db/jobs.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { makeListsOfFile, undoFile } from './apply.server.ts'
import { lookAtFile } from './look.server.ts'
import { readFile } from './read-file.server.ts'
import { movingApplicationStates } from './rules.ts'
import { endedAs } from './states.server.ts'
import { deleteUnusedApplications } from './store.server.ts'

type Dependencies = { database: Database; log: Log; everyMs?: number | undefined }
export type ApplicationsWorker = ReturnType<typeof startApplicationsWorker>

const works = { reading: readFile, checking: lookAtFile, applying: makeListsOfFile, undoing: undoFile }

/** Reads files of applications, looks at them, makes lists of cars of them, and undoes that. */
export const startApplicationsWorker = ({ database, log, everyMs }: Dependencies) =>
  startJobWorker<ApplicationImportRow>({
    database,
    log,
    everyMs,
    table: 'application_imports',
    states: movingApplicationStates,
    failures: ['a file of applications failed', 'files of applications cannot be read'],
    giveUp: (tx, row) => endedAs(tx, row, 'failed'),
    async run(job) {
      const { state, supplier_key } = job.row
      await works[state as keyof typeof works]({ database, ...job })
      if (state === 'applying' || state === 'undoing')
        await deleteUnusedApplications(database.db, supplier_key)
    },
  })
