import type { ColumnMapping } from '~/platform/import/csv-table.ts'
import { minutes } from '~/platform/time.ts'
import { importsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { longestFileName } from '../csv/sheet-columns.ts'
import type { PiesRule } from '../pies/contract.ts'
import { pieceCharacters } from './rules.ts'

/** What a piece may take on a slow line. */
const longest = minutes(2)

type SentFile = {
  name: string
  csv: string
  lines: number
  mapping?: ColumnMapping
  pies?: PiesRule
  supplier?: string
  /** From 0 to 1. */
  onSent: (share: number) => void
}

/** Sends a file in pieces and has it checked; resolves to the id of its import. */
export async function sendFile({ name, csv, lines, mapping, pies, supplier, onSent }: SentFile) {
  const { insertedId: id } = await authApi(importsRoutes.addImport, {
    body: {
      fileName: name.slice(0, longestFileName),
      lines,
      ...(mapping && { mapping: { ...mapping, columns: [...mapping.columns] } }),
      ...(pies && { pies }),
      ...(supplier && { supplier }),
    },
  })
  const pieces = await sendPieces(csv, onSent, (n, piece) =>
    authApi(importsRoutes.sendImportPiece, { params: { id, n }, ...piece }),
  )
  await authApi(importsRoutes.setImportState, { params: { id }, body: { state: 'checking', pieces } })
  return id
}

type SendPiece = (n: string, piece: { body: { text: string }; signal: AbortSignal }) => Promise<unknown>

/** Sends a text piece by piece, and says of how many it consists. */
export async function sendPieces(csv: string, onSent: (share: number) => void, send: SendPiece) {
  let pieces = 0
  for (let from = 0; from < csv.length; pieces += 1) {
    const to = endOfPiece(csv, from)
    const text = csv.slice(from, to)
    await send(String(pieces), { body: { text }, signal: AbortSignal.timeout(longest) })
    from = to
    onSent(from / csv.length)
  }
  return pieces
}

/** Not between the halves of a character. */
function endOfPiece(csv: string, from: number) {
  const to = from + pieceCharacters
  return to < csv.length && /[\uD800-\uDBFF]/.test(csv[to - 1]!) ? to - 1 : to
}

/** About how many lines it has; a line break between quotation marks counts, too. */
export function countLines(csv: string) {
  let lines = 0
  for (let at = csv.indexOf('\n'); at >= 0; at = csv.indexOf('\n', at + 1)) lines += 1
  return csv.endsWith('\n') ? Math.max(0, lines - 1) : lines
}
