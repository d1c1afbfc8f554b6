import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '~/platform/log.server.ts'
import { seconds } from '~/platform/time.ts'
import { createJournalFile } from './journal.server.ts'
import { passOn } from './reports.server.ts'
import type { ToPrimary, ToWorker } from './this-worker.server.ts'

/** One that lived so long did not fail at its start. */
const steadyMs = seconds(10)
const pauses = { firstMs: seconds(1), longestMs: seconds(30) }
/** How long the next one waits for a worker that still answers somebody. */
const longestRetiringMs = seconds(15)
/** A worker ends itself before. */
const longestClosingMs = seconds(13)

type Options = {
  count: number
  /** What a worker runs. */
  program: string
  log: Log
}
type Ended = { code: number | null; signal: string | null }
type Launched = {
  number: number
  process: Worker['process']
  startedAt: number
  /** With what it wants to be said; rejects when it ends before. */
  opened: Promise<string>
  ended: Promise<Ended>
  send(message: ToWorker): void
}

/**
 * Keeps so many servers of this machine running behind one port. All of them wait for connections at the same socket, which
 * the primary holds for them: a connection that nobody has taken yet survives each of them.
 */
export function createPrimary({ count, program, log }: Options) {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // Those that retire still write while their successors do.
  const writers = 4 * count
  const journal = createJournalFile(writers)
  const machine = randomUUID()
  const running = new Set<Launched>()
  const places: Launched[] = []
  let isClosing = false

  function launch(): Launched {
    const taken = new Set([...running].map(({ number }) => number))
    const number = Array.from({ length: writers }, (_, n) => n + 1).find((n) => !taken.has(n))
    if (!number) throw new Error('too many workers are still retiring')
    const args = ['worker', String(number), String(writers), machine]
    cluster.setupPrimary({ exec: program, args, stdio: ['inherit', 'inherit', 'inherit', 'ipc', journal] })
    const worker = cluster.fork()
    const ended = new Promise<Ended>((end) => {
      worker.once('exit', (code, signal) => end({ code, signal }))
      // Also when it ends just while it is told something.
      worker.on('error', () => worker.process.pid ?? end({ code: null, signal: null }))
    })
    const opened = new Promise<string>((open, fail) => {
      worker.on('message', (said: ToPrimary) => {
        if ('opened' in said) open(said.opened)
        else
          passOn(
            said,
            launched,
            [...running].filter((one) => one !== launched),
          )
      })
      void ended.then((how) => fail(new WorkerEnded(how)))
    })
    opened.catch(() => {})
    const launched: Launched = {
      number,
      process: worker.process,
      startedAt: performance.now(),
      opened,
      ended,
      send(message) {
        if (worker.isConnected()) worker.send(message)
      },
    }
    running.add(launched)
    void ended.then(() => running.delete(launched))
    return launched
  }

  /** From now on this is the worker of the place, and it is replaced when it ends. */
  function keep(place: number, worker: Launched, pausedMs = 0) {
    places[place] = worker
    void worker.ended.then(async (how) => {
      const isReplaced = () => isClosing || places[place] !== worker
      if (isReplaced()) return
      const isSteady = performance.now() - worker.startedAt > steadyMs
      const pauseMs = isSteady ? 0 : Math.min(pauses.longestMs, pausedMs ? 2 * pausedMs : pauses.firstMs)
      log.error({ worker: worker.number, ...how, pauseMs }, 'a worker has ended and is started again')
      await sleep(pauseMs)
      if (!isReplaced()) void keep(place, launch(), pauseMs)
    })
    return worker.opened
  }

  async function restartEach() {
    for (const place of places.keys()) {
      if (isClosing) return
      const fresh = launch()
      try {
        await fresh.opened
      } catch (error) {
        if (!isClosing)
          log.error({ err: error }, 'a new worker does not open, so the others stay as they are')
        return
      }
      const old = places[place]!
      void keep(place, fresh)
      old.send({ retire: true })
      await Promise.race([old.ended, sleep(longestRetiringMs, undefined, { ref: false })])
    }
    log.warn('each worker was restarted')
  }

  let restarting: Promise<void> | undefined
  return {
    /** Resolves with what the first one says when all are open; rejects when the first one does not open. */
    async open() {
      const first = launch()
      const welcome = await first.opened
      void keep(0, first)
      const others = Array.from({ length: count - 1 }, (_, n) => keep(n + 1, launch()))
      await Promise.allSettled(others)
      return welcome
    },
    /** One after the other, each by a new one that is open before the old one takes no more. */
    restart() {
      restarting = (restarting ?? Promise.resolve()).then(restartEach)
      return restarting
    },
    /** Resolves to false when one of them did not end in order. */
    async close() {
      isClosing = true
      const all = [...running]
      for (const { process } of all) process.kill('SIGTERM')
      const cut = setTimeout(() => {
        for (const { process } of all) process.kill('SIGKILL')
      }, longestClosingMs)
      const ends = await Promise.all(all.map(({ ended }) => ended))
      clearTimeout(cut)
      // One that was still opening has nothing to finish.
      return ends.every(({ code, signal }) => code === 0 || signal === 'SIGTERM')
    },
  }
}

export class WorkerEnded extends Error {
  constructor({ code, signal }: Ended) {
    super(`The worker has ended: ${signal ?? code}`)
  }
}
