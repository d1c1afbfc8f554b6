// Runs in a thread of its own, so that no commit and no slow search holds up the server's event loop. It is plain
// JavaScript, and started from its text, because it must run alike from the sources, from the build and in tests.
const { parentPort, workerData } = require('node:worker_threads')
const Sqlite = require(workerData.driver)

const mostPrepared = 300

let db
/** Statements by their text: preparing one takes as long as running it. */
const prepared = new Map()
/** Transactions that are done but not yet on disk, in the order in which they ended. */
const unsaved = []
const answers = []
/** Why everything since the last commit is lost, until the transaction at work has ended too. */
let lost

const acts = { open, begin, run, commit, rollback, once, read, close }

parentPort.on('message', (/** @type {any[]} */ messages) => {
  for (const message of messages) {
    try {
      acts[message.act](message)
    } catch (error) {
      answer(message.id, { error })
    }
  }
  if (answers.length > 0) parentPort.postMessage(answers.splice(0))
})

function open({ id, file, pragmas }) {
  db = new Sqlite(file)
  for (const pragma of pragmas) db.pragma(pragma)
  answer(id, {})
}

/** The first one since the last commit needs no savepoint: undoing it undoes nothing else. */
function begin() {
  try {
    if (db.inTransaction) db.exec('savepoint one')
    else db.exec('begin immediate')
  } catch (error) {
    loseAll(error)
  }
}

function run({ id, sql, values }) {
  if (lost) throw lost
  try {
    answer(id, { result: execute(sql, values) })
  } catch (error) {
    // A full disk, for one, makes SQLite undo everything; what was done before is then lost as well.
    if (!db.inTransaction) loseAll(error)
    throw error
  }
}

function commit({ id, last }) {
  if (!lost) {
    if (unsaved.length > 0) db.exec('release one')
    unsaved.push({ id })
  } else answer(id, { error: lost })
  end(last)
}

function rollback({ id, last }) {
  if (!lost) db.exec(unsaved.length > 0 ? 'rollback to one; release one' : 'rollback')
  answer(id, {})
  end(last)
}

/** A statement that is a transaction by itself. */
function once({ id, sql, values, last }) {
  if (unsaved.length === 0 && last) return answer(id, { result: execute(sql, values) })
  begin()
  try {
    if (lost) throw lost
    const result = execute(sql, values)
    if (unsaved.length > 0) db.exec('release one')
    unsaved.push({ id, result })
  } catch (error) {
    if (!db.inTransaction) loseAll(error)
    else db.exec(unsaved.length > 0 ? 'rollback to one; release one' : 'rollback')
    answer(id, { error })
  }
  end(last)
}

/** Several transactions share one wait for the disk; each is answered only when it is there. */
function end(last) {
  lost = undefined
  if (!last || unsaved.length === 0) return
  try {
    db.exec('commit')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    loseAll(error)
    lost = undefined
    return
  }
  for (const { id, result } of unsaved.splice(0)) answer(id, { result })
}

function loseAll(error) {
  lost = error
  for (const { id } of unsaved.splice(0)) answer(id, { error })
}

function read({ id, sql, values }) {
  answer(id, { result: execute(sql, values) })
}

function close({ id }) {
  prepared.clear()
  db.close()
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

function answer(id, { result, error }) {
  answers.push(error ? { id, problem: { message: error.message, code: error.code } } : { id, result })
}
