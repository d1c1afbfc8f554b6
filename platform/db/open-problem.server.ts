import type { DatabaseSettings } from './database.server.ts'
import { addressesIn } from './postgres-connection.server.ts'

type Problem = Error & { code?: string }

/** Why the data cannot be opened, in a sentence that names the setting. Passwords are never repeated. */
export function openProblem(error: unknown, place: DatabaseSettings) {
  if (!(error instanceof Error)) return error
  const { databaseUrl, dataDir } = place
  const addresses = databaseUrl ? addressesIn(databaseUrl) : []
  if (!addresses.every((address) => URL.canParse(address))) return error
  const words = databaseUrl
    ? ofPostgres(
        error,
        addresses.map((address) => new URL(address)),
      )
    : ofFolder(error, dataDir)
  return words ? new Error(words) : error
}

function ofPostgres({ code = '', message }: Problem, urls: URL[]) {
  const url = urls[0]!
  const where = urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(' or ')
  const user = decodeURIComponent(url.username)
  const name = decodeURIComponent(url.pathname.slice(1)) || user
  const words: Record<string, string> = {
    ECONNREFUSED: `no PostgreSQL answers at ${where}. Is it running, and is the port right?`,
    ECONNRESET: `the connection to ${where} was cut off. Is a PostgreSQL running there?`,
    ETIMEDOUT: `${where} does not answer.`,
    EHOSTUNREACH: `${where} cannot be reached.`,
    ENOTFOUND: `the name of ${where} is not known.`,
    EAI_AGAIN: `the name of ${where} is not known at the moment.`,
    '28P01': `the server at ${where} refuses the password of ${user}.`,
    '28000': `the server at ${where} does not let ${user} in. See its pg_hba.conf.`,
    '3D000': `there is no database ${name} at ${where}. Make one: createdb ${name}`,
    '42501': `${user} may not make tables in ${name}. The user must own the database, or its schema public.`,
    '53300': `the server at ${where} has no connection left. Raise its max_connections, or close other programs.`,
    '25006': `the server at ${where} takes no changes: it is a standby, or read-only. Give the address of the primary.`,
    POOLER_IN_TRANSACTION_MODE: `notices do not come through ${where}, which seems to be a pooler in transaction mode. Set its pool_mode to session, or give the address of PostgreSQL itself.`,
    '57P03': `the server at ${where} is still starting. Try again in a moment.`,
  }
  // Five letters and digits are the codes of PostgreSQL and of poolers: they have answered, and know best.
  const isAnswer = /^[0-9A-Z]{5}$/.test(code)
  const known = words[code] ?? (!isAnswer && /timeout/i.test(message) ? words.ETIMEDOUT : undefined)
  if (isAnswer)
    return `DATABASE_URL: ${known ?? `the server at ${where} refuses.`} The server says: ${message}`
  if (known) return `DATABASE_URL: ${known}`
  return /^E[A-Z]+$/.test(code) || /SSL|certificate/i.test(message)
    ? `DATABASE_URL: the database at ${where} cannot be opened: ${message}`
    : undefined
}

function ofFolder({ code = '', message }: Problem, dataDir: string) {
  if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code))
    return `DATA_DIR: this user may not write to ${dataDir}.`
  if (code === 'ENOENT') return `DATA_DIR: the folder ${dataDir} cannot be made.`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `DATA_DIR: ${dataDir} is not a folder.`
  if (['ENOSPC', 'SQLITE_FULL'].includes(code)) return `DATA_DIR: the disk of ${dataDir} is full.`
  if (code === 'SQLITE_NOTADB' || /not a database/.test(message))
    return `DATA_DIR: ${dataDir}/shop.db is not a database of this shop. Restore a backup, or take another folder.`
  return undefined
}
