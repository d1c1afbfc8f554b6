import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import threadCode from './sqlite-thread.cjs?raw'

type Act = 'open' | 'begin' | 'run' | 'commit' | 'rollback' | 'once' | 'together' | 'read' | 'close'
type Message = {
  act: Act
  id?: number
  file?: string
  pragmas?: string[]
  sql?: string
  values?: readonly unknown[]
  statements?: { sql: string; values: readonly unknown[] }[]
}
type Found =
  | { columns: string[]; rows: unknown[][] }
  | { changes: number; lastInsertRowid: number }
  | { kept: boolean }
type Answer = { id: number; result?: Found; problem?: { message: string; code?: string } }
type Waiting = { done(result: QueryResult<unknown>): void; fail(error: Error): void }

export type SqliteThread = ReturnType<typeof startSqliteThread>

const driver = createRequire(import.meta.url).resolve('libsql')

/** One connection in a thread of its own. What is asked in one turn of the event loop goes there in one message. */
export function startSqliteThread() {
  const worker = new Worker(threadCode, { eval: true, workerData: { driver } })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let messages: Message[] = []
  let gone: Error | undefined

  worker.on('message', (answers: Answer[]) => {
    for (const { id, result, problem } of answers) {
      const asked = waiting.get(id)!
      waiting.delete(id)
      if (problem) asked.fail(asError(problem))
      else asked.done(asResult(result))
    }
  })
  worker.on('error', (error) => end(error as Error))
  worker.on('exit', () => end(new Error('The thread of the database has ended.')))
  function end(why: Error) {
    gone ??= why
    for (const { fail } of waiting.values()) fail(gone)
    waiting.clear()
  }

  /** Without an answer: whatever goes wrong is told by the next act. */
  function tell(message: Message) {
    if (messages.push(message) === 1) setImmediate(send)
  }
  function send() {
    worker.postMessage(messages)
    messages = []
  }
  function ask(message: Message): Promise<QueryResult<unknown>> {
    if (gone) return Promise.reject(gone)
    const id = nextId++
    return new Promise((done, fail) => {
      waiting.set(id, { done, fail })
      tell({ ...message, id })
    })
  }
  /** Only with the thread do its statements end, and with them its hold on the file. */
  async function close() {
    const ended = new Promise((done) => worker.once('exit', done))
    await ask({ act: 'close' })
    await ended
  }
  return { tell, ask, close }
}

function asError({ message, code }: { message: string; code?: string }) {
  return Object.assign(new Error(message), code && { code })
}

function asResult(found: Found | undefined): QueryResult<unknown> {
  if (!found) return { rows: [] }
  if ('kept' in found) return { rows: found.kept ? [found] : [] }
  if ('columns' in found) return { rows: found.rows.map((values) => asRow(found.columns, values)) }
  return {
    rows: [],
    numAffectedRows: BigInt(found.changes),
    insertId: BigInt(found.lastInsertRowid),
  }
}

function asRow(columns: string[], values: unknown[]) {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i += 1) {
    const value = values[i]
    // Bytes arrive from another thread without the class that they had there.
    row[columns[i]!] = value instanceof Uint8Array ? asBuffer(value) : value
  }
  return row
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
