import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import type { Step } from './database.server.ts'
import threadCode from './sqlite-thread.cjs?raw'

type MessageType = 'open' | 'begin' | 'run' | 'commit' | 'rollback' | 'single' | 'batch' | 'read' | 'close'
type Message = {
  type: MessageType
  id?: number
  file?: string
  pragmas?: string[]
  sql?: string
  values?: readonly unknown[]
  statements?: (Omit<Step, 'statement'> & { sql: string; values: readonly unknown[] })[]
}
type RawRows = { columns: string[]; rows: unknown[][] }
type RawResult =
  | RawRows
  | { changes: number; lastInsertRowid: number }
  | { isCommitted: boolean; returned?: RawRows }
type Response = { id: number; result?: RawResult; error?: { message: string; code?: string } }
type Pending = { resolve(result: QueryResult<unknown>): void; reject(error: Error): void }

export type SqliteThread = ReturnType<typeof startSqliteThread>

const driver = createRequire(import.meta.url).resolve('libsql')

/** One connection in a worker thread. Requests of one turn of the event loop travel in one message. */
export function startSqliteThread() {
  const worker = new Worker(threadCode, { eval: true, workerData: { driver } })
  const pending = new Map<number, Pending>()
  let nextId = 1
  let messages: Message[] = []
  let ended: Error | undefined

  worker.on('message', (responses: Response[]) => {
    for (const { id, result, error } of responses) {
      const { resolve, reject } = pending.get(id)!
      pending.delete(id)
      if (error) reject(asError(error))
      else resolve(asResult(result))
    }
  })
  worker.on('error', (error) => end(error as Error))
  worker.on('exit', () => end(new Error('The thread of the database has ended.')))
  function end(reason: Error) {
    ended ??= reason
    for (const { reject } of pending.values()) reject(ended)
    pending.clear()
  }

  /** Without a response: an error is reported by the next request. */
  function post(message: Message) {
    if (messages.push(message) === 1) setImmediate(send)
  }
  function send() {
    worker.postMessage(messages)
    messages = []
  }
  function request(message: Message): Promise<QueryResult<unknown>> {
    return ended ? Promise.reject(ended) : ask(message)
  }
  function ask(message: Message): Promise<QueryResult<unknown>> {
    const id = nextId++
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      post({ ...message, id })
    })
  }
  /**
   * Takes nothing more at once, and closes when others have. The file is released only when the thread has ended, with its
   * prepared statements.
   */
  async function close(others?: Promise<void>) {
    if (ended) throw ended
    ended = new Error('The database is closed.')
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    await others
    await ask({ type: 'close' })
    await exited
  }
  return {
    request,
    close,
    post(message: Message) {
      // A transaction that would begin now would end with the one that is being given up.
      if (!ended) post(message)
    },
  }
}

function asError({ message, code }: { message: string; code?: string }) {
  return Object.assign(new Error(message), code && { code })
}

function asResult(result: RawResult | undefined): QueryResult<unknown> {
  if (!result) return { rows: [] }
  if ('isCommitted' in result)
    return { rows: result.isCommitted ? [{ returned: result.returned ? asRows(result.returned) : [] }] : [] }
  if ('columns' in result) return { rows: asRows(result) }
  return {
    rows: [],
    numAffectedRows: BigInt(result.changes),
    insertId: BigInt(result.lastInsertRowid),
  }
}

const asRows = ({ columns, rows }: RawRows) => rows.map((values) => asRow(columns, values))

function asRow(columns: string[], values: unknown[]) {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i += 1) {
    const value = values[i]
    // Buffers lose their class on the way from another thread.
    row[columns[i]!] = value instanceof Uint8Array ? asBuffer(value) : value
  }
  return row
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
