// Runs in a worker thread, so that neither a commit nor a slow query blocks the server's event loop. It is plain
// JavaScript, started from its text, because it must run from the sources, from the build and in tests.
const { parentPort, workerData } = require('node:worker_threads')
const Sqlite = require(workerData.driver)

const mostPrepared = 300
/** At most so many transactions share one commit to disk. */
const mostPerCommit = 64

let db
/** Prepared statements by their text: preparing one takes as long as running it. */
const prepared = new Map()
/** Finished transactions that are not yet on disk, in the order in which they finished. */
const unsaved = []
const responses = []
/** The error of the current transaction: as on PostgreSQL, it can only be rolled back from then on. */
let failure

let isOpen = false

const handlers = { open, begin, run, commit, rollback, single, batch, read, close }

parentPort.on('message', (/** @type {any[]} */ messages) => {
  for (const message of messages) {
    // The driver crashes the process when it is used after close.
    if (!db && message.type !== 'open') return
    try {
      handlers[message.type](message)
    } catch (error) {
      respond(message.id, { error })
    }
  }
  if (!isOpen) save()
  if (responses.length > 0) parentPort.postMessage(responses.splice(0))
})

function open({ id, file, pragmas }) {
  db = new Sqlite(file)
  for (const pragma of pragmas) db.pragma(pragma)
  respond(id, {})
}

/** The first transaction since the last commit needs no savepoint: rolling it back affects no other. */
function begin() {
  isOpen = true
  failure = undefined
  try {
    db.exec(db.inTransaction ? 'savepoint one' : 'begin immediate')
  } catch (error) {
    fail(error)
  }
}

function run({ id, sql, values }) {
  if (failure) throw failure
  try {
    respond(id, { result: execute(sql, values) })
  } catch (error) {
    fail(error)
    throw error
  }
}

function commit({ id, result }) {
  isOpen = false
  if (!failure && unsaved.length > 0) {
    try {
      db.exec('release one')
    } catch (error) {
      fail(error)
    }
  }
  if (failure) {
    rollBack()
    return respond(id, { error: failure })
  }
  unsaved.push({ id, result })
  if (unsaved.length >= mostPerCommit) save()
}

function rollback({ id, result }) {
  isOpen = false
  rollBack()
  respond(id, { result })
}

/** A statement outside a transaction, also one that SQLite does not allow inside. */
function single({ id, sql, values }) {
  if (!db.inTransaction) return respond(id, { result: execute(sql, values) })
  begin()
  let result
  try {
    result = execute(sql, values)
  } catch (error) {
    fail(error)
  }
  commit({ id, result })
}

/** Statements that each must affect so many rows, or all are rolled back. One may have its rows returned. */
function batch({ id, statements }) {
  begin()
  let returned
  try {
    for (const { sql, values, rows: expected, returns } of statements) {
      if (failure) break
      const result = execute(sql, values)
      if (expected !== undefined && (result.rows?.length ?? result.changes) !== expected)
        return rollback({ id, result: { isCommitted: false } })
      if (returns) returned = result
    }
  } catch (error) {
    fail(error)
  }
  commit({ id, result: { isCommitted: true, returned } })
}

/** Some errors, such as a full disk, make SQLite roll back everything since the last commit, earlier transactions included. */
function fail(error) {
  failure = error
  if (!db.inTransaction) loseUnsaved(error)
}

/** After a failed write SQLite may be unable to roll back to the savepoint alone; then the earlier transactions are lost, too. */
function rollBack() {
  try {
    if (db.inTransaction) db.exec(unsaved.length > 0 ? 'rollback to one; release one' : 'rollback')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    loseUnsaved(failure ?? error)
  }
  if (!db.inTransaction && unsaved.length > 0) loseUnsaved(failure)
}

/** Several transactions share one commit; each is acknowledged only when it is on disk. */
function save() {
  if (unsaved.length === 0) return
  try {
    db.exec('commit')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    return loseUnsaved(error)
  }
  for (const { id, result } of unsaved.splice(0)) respond(id, { result })
}

function loseUnsaved(error) {
  for (const { id } of unsaved.splice(0)) respond(id, { error })
}

function read({ id, sql, values }) {
  respond(id, { result: execute(sql, values) })
}

function close({ id }) {
  // An unfinished transaction is rolled back; those that finished before it are committed.
  if (isOpen) rollBack()
  save()
  prepared.clear()
  db.close()
  db = undefined
  respond(id, {})
  parentPort.postMessage(responses.splice(0))
  parentPort.close()
}

function execute(sql, values) {
  const statement = preparedFor(sql)
  if (statement.columns) return { columns: statement.columns, rows: statement.all(values) }
  const { changes, lastInsertRowid } = statement.run(values)
  return { changes, lastInsertRowid }
}

function preparedFor(sql) {
  const known = prepared.get(sql)
  if (known) return known
  const statement = db.prepare(sql)
  const columns = statement.reader
    ? statement
        .raw()
        .columns()
        .map(({ name }) => name)
    : undefined
  const made = {
    columns,
    all: (values) => statement.all(values),
    run: (values) => statement.run(values),
  }
  if (prepared.size >= mostPrepared) prepared.delete(prepared.keys().next().value)
  prepared.set(sql, made)
  return made
}

/** A message without an id expects no response. */
function respond(id, { result, error }) {
  if (id === undefined) return
  responses.push(error ? { id, error: { message: error.message, code: error.code } } : { id, result })
}
