/** A unique index rejected the row. The transaction can only be rolled back from then on. */
export const isDuplicate = (error: unknown) =>
  error instanceof Error && duplicateCodes.has((error as { code?: string }).code ?? '')

const duplicateCodes = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE'])
