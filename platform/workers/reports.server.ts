import { randomUUID } from 'node:crypto'
import { seconds } from '~/platform/time.ts'

/** One that is busy for so long is left out. */
const longestMs = seconds(1)

/** A worker wants a report of each other one; the primary passes it on, and says of how many. */
export type Ask = { ask: string }
type Expect = { expect: string; count: number }
type Wanted = { wanted: string; by: number }
/** It goes the same way back. */
export type Report = { reportOn: string; to: number; from: number; report: unknown }
export type ReportMessage = Ask | Expect | Wanted | Report

type Peer = { number: number; send(message: ReportMessage): void }

/** In the primary. */
export function passOn(message: Ask | Report, from: Peer, others: Peer[]) {
  if ('ask' in message) {
    from.send({ expect: message.ask, count: others.length })
    for (const other of others) other.send({ wanted: message.ask, by: from.number })
  } else others.find(({ number }) => number === message.to)?.send(message)
}

type Asked = { found: Map<number, unknown>; count?: number; done: () => void }

/** In a worker. */
export function createReports(number: number, send: (message: Ask | Report) => void) {
  const asked = new Map<string, Asked>()
  let read: () => Promise<unknown> = async () => undefined

  function settle(id: string, change: (one: Asked) => void) {
    const one = asked.get(id)
    if (!one) return
    change(one)
    if (one.found.size === one.count) one.done()
  }
  return {
    /** What the others get when they ask. */
    reportBy(reading: () => Promise<unknown>) {
      read = reading
    },
    async hear(message: ReportMessage) {
      if ('expect' in message) settle(message.expect, (one) => Object.assign(one, { count: message.count }))
      else if ('report' in message)
        settle(message.reportOn, ({ found }) => found.set(message.from, message.report))
      else if ('wanted' in message)
        send({ reportOn: message.wanted, to: message.by, from: number, report: await read() })
    },
    /** The reports of all workers by their numbers. */
    async all(): Promise<Map<number, unknown>> {
      const id = randomUUID()
      const found = new Map<number, unknown>()
      await new Promise<void>((done) => {
        asked.set(id, { found, done })
        setTimeout(done, longestMs).unref()
        send({ ask: id })
      })
      asked.delete(id)
      found.set(number, await read())
      // One that is only just opening has nothing to say.
      for (const [other, report] of found) if (report === undefined) found.delete(other)
      return found
    },
  }
}
