/**
 * The database rolled the transaction back, or never began it, because of concurrent ones: the request is valid and may
 * be retried.
 */
export const isBusy = (error: unknown) =>
  error instanceof Error &&
  (busyCodes.has((error as { code?: string }).code ?? '') || error.message === poolIsExhausted)

const busyCodes = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '53300', // too many connections
  'SQLITE_BUSY',
])
// The one error of pg that has no code.
const poolIsExhausted = 'timeout exceeded when trying to connect'

/** The database is stopped, starting, unreachable or out of space: temporary, and needs no restart of the shop. */
export const isAway = (error: unknown) =>
  error instanceof Error &&
  (awayCodes.test((error as { code?: string }).code ?? '') || awayWords.test(error.message))

const awayCodes = new RegExp(
  [
    '^08', // connection exceptions
    '^57P0[123]$', // shut down, crashed, starting
    '^57014$', // a statement that took too long
    '^25P0[34]$', // a transaction that took too long
    '^53[12]00$', // disk full, out of memory
    '^XX00[012]$',
    '^58', // the system's own errors, such as a failed write
    '^25006$', // a server that only reads: a standby, or one that was told so
    '^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)',
    '^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOSPC)$',
    '^DATABASE_SILENT$',
  ].join('|'),
)
/** Errors of pg that have no code. */
const awayWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/

/** A unique index rejected the row. The transaction can only be rolled back from then on. */
export const isDuplicate = (error: unknown) =>
  error instanceof Error && duplicateCodes.has((error as { code?: string }).code ?? '')

const duplicateCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE'])
