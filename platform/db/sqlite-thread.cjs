// Runs in a thread of its own, so that no commit and no slow search holds up the server's event loop. It is plain
// JavaScript, and started from its text, because it must run alike from the sources, from the build and in tests.
const { parentPort, workerData } = require('node:worker_threads')
const Sqlite = require(workerData.driver)

const mostPrepared = 300
/** So many transactions at most wait for one another before they go to disk together. */
const mostTogether = 64

let db
/** Statements by their text: preparing one takes as long as running it. */
const prepared = new Map()
/** Transactions that are done but not yet on disk, in the order in which they ended. */
const unsaved = []
const answers = []
/** What went wrong in the transaction at work: as on PostgreSQL, nothing of it can be kept any more. */
let failure

let isOpen = false

const acts = { open, begin, run, commit, rollback, once, together, read, close }

parentPort.on('message', (/** @type {any[]} */ messages) => {
  for (const message of messages) {
    // The driver takes the whole process down when it is asked after the end.
    if (!db && message.act !== 'open') return
    try {
      acts[message.act](message)
    } catch (error) {
      answer(message.id, { error })
    }
  }
  if (!isOpen) save()
  if (answers.length > 0) parentPort.postMessage(answers.splice(0))
})

function open({ id, file, pragmas }) {
  db = new Sqlite(file)
  for (const pragma of pragmas) db.pragma(pragma)
  answer(id, {})
}

/** The first one since the last commit needs no savepoint: undoing it undoes nothing else. */
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
    answer(id, { result: execute(sql, values) })
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
    undo()
    return answer(id, { error: failure })
  }
  unsaved.push({ id, result })
  if (unsaved.length >= mostTogether) save()
}

function rollback({ id, result }) {
  isOpen = false
  undo()
  answer(id, { result })
}

/** A statement that is a transaction by itself, as also those are that SQLite allows in none. */
function once({ id, sql, values }) {
  if (!db.inTransaction) return answer(id, { result: execute(sql, values) })
  begin()
  let result
  try {
    result = execute(sql, values)
  } catch (error) {
    fail(error)
  }
  commit({ id, result })
}

/** Statements of which each must touch a row, or none of them is kept. */
function together({ id, statements }) {
  begin()
  try {
    for (const { sql, values } of statements) {
      if (failure) break
      const { rows, changes } = execute(sql, values)
      if ((rows?.length ?? changes) === 0) return rollback({ id, result: { kept: false } })
    }
  } catch (error) {
    fail(error)
  }
  commit({ id, result: { kept: true } })
}

/** A full disk, for one, makes SQLite undo everything since the last commit, also what was done before. */
function fail(error) {
  failure = error
  if (!db.inTransaction) loseUnsaved(error)
}

/** After a failed write SQLite may be unable to undo a part alone, and undoes everything; those before go with it. */
function undo() {
  try {
    if (db.inTransaction) db.exec(unsaved.length > 0 ? 'rollback to one; release one' : 'rollback')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    loseUnsaved(failure ?? error)
  }
  if (!db.inTransaction && unsaved.length > 0) loseUnsaved(failure)
}

/** Several transactions share one wait for the disk; each is answered only when it is there. */
function save() {
  if (unsaved.length === 0) return
  try {
    db.exec('commit')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    return loseUnsaved(error)
  }
  for (const { id, result } of unsaved.splice(0)) answer(id, { result })
}

function loseUnsaved(error) {
  for (const { id } of unsaved.splice(0)) answer(id, { error })
}

function read({ id, sql, values }) {
  answer(id, { result: execute(sql, values) })
}

function close({ id }) {
  // What is still at work is not kept; those that have ended before it are.
  if (isOpen) undo()
  save()
  prepared.clear()
  db.close()
  db = undefined
  answer(id, {})
  parentPort.postMessage(answers.splice(0))
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

/** Nobody waits for what has no id. */
function answer(id, { result, error }) {
  if (id === undefined) return
  answers.push(error ? { id, problem: { message: error.message, code: error.code } } : { id, result })
}
