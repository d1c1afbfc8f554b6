import cluster from 'node:cluster'
import { Journal } from './journal.server.ts'
import type { Ask, Report, ReportMessage } from './reports.server.ts'
import { createReports } from './reports.server.ts'
import type { Siblings } from './siblings.server.ts'
import { createSiblings } from './siblings.server.ts'

/** Where a worker finds the journal that it inherits: after input, output, errors and the line to the primary. */
const journalFile = 4
/** For what nobody asks about: pages that are open, and counts. */
const catchUpEveryMs = 100

/** What the primary says to a worker, and a worker to the primary. */
export type ToWorker = { retire: true } | ReportMessage
export type ToPrimary = { opened: string } | Ask | Report

export type ThisWorker = {
  number: number
  siblings: Siblings
  reports: ReturnType<typeof createReports>
  /** Tells the primary, with what a person shall read. */
  opened(welcome: string): void
  /** Another worker has taken its place. */
  onRetire(act: () => void): void
}

/** Undefined where the server is the only process. */
export function joinWorkers(): ThisWorker | undefined {
  if (!cluster.isWorker) return undefined
  const [number, writers, machine] = process.argv.slice(3)
  // A terminal sends them to all processes; it is the primary that decides what follows.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  const journal = new Journal(journalFile, { own: Number(number) - 1, writers: Number(writers) })
  const siblings = createSiblings(journal, machine!)
  setInterval(siblings.catchUp, catchUpEveryMs).unref()
  const send = (message: ToPrimary) => void process.send!(message)
  const reports = createReports(Number(number), send)
  let retire = () => {}
  process.on('message', (said: ToWorker) => {
    if ('retire' in said) retire()
    else void reports.hear(said)
  })
  return {
    number: Number(number),
    siblings,
    reports,
    opened: (welcome) => send({ opened: welcome }),
    onRetire(act) {
      retire = act
    },
  }
}
