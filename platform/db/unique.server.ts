/** A unique index refused the row: somebody else has that value. On PostgreSQL the transaction is over then. */
export const isDuplicate = (error: unknown) =>
  error instanceof Error && duplicateCodes.has((error as { code?: string }).code ?? '')

const duplicateCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE'])
