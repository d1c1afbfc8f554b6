/** Between two of them a character is never cut in half. */
export const pieceCharacters = 500_000
export const mostFilePieces = 400
export const mostImportLines = 500_000

export const importStates = [
  'sending',
  'checking',
  'checked',
  'applying',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** The shop works on it by itself. */
export const isImportMoving = (state: ImportState) =>
  state === 'checking' || state === 'applying' || state === 'undoing'
/** Nothing more will become of it. */
export const isImportOver = (state: ImportState) =>
  state === 'done' || state === 'cancelled' || state === 'failed' || state === 'undone'
