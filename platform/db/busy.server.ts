/**
 * The database undid the whole transaction, or never began it, because others were in the way: nothing is wrong with
 * the request, and it may be sent again.
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
