import type { DatabaseSettings } from './database.server.ts'

type Problem = Error & { code?: string }

/** Why the data cannot be opened, in a sentence that names the setting. Passwords are never repeated. */
export function openProblem(error: unknown, place: DatabaseSettings) {
  if (!(error instanceof Error)) return error
  const { databaseUrl, dataDir } = place
  if (databaseUrl && !URL.canParse(databaseUrl)) return error
  const words = databaseUrl ? ofPostgres(error, new URL(databaseUrl)) : ofFolder(error, dataDir)
  return words ? new Error(words) : error
}

function ofPostgres({ code = '', message }: Problem, url: URL) {
  const where = url.port ? `${url.hostname}:${url.port}` : `${url.hostname}:5432`
  const user = decodeURIComponent(url.username)
  const name = decodeURIComponent(url.pathname.slice(1)) || user
  const words: Record<string, string> = {
    ECONNREFUSED: `no PostgreSQL answers at ${where}. Is it running, and is the port right?`,
    ECONNRESET: `the connection to ${where} was cut off. Is a PostgreSQL running there?`,
    ETIMEDOUT: `${where} does not answer.`,
    EHOSTUNREACH: `${where} cannot be reached.`,
    ENOTFOUND: `the name ${url.hostname} is not known.`,
    EAI_AGAIN: `the name ${url.hostname} is not known at the moment.`,
    '28P01': `the server at ${where} refuses the password of ${user}.`,
    '28000': `the server at ${where} does not let ${user} in. See its pg_hba.conf.`,
    '3D000': `there is no database ${name} at ${where}. Make one: createdb ${name}`,
    '42501': `${user} may not make tables in ${name}: ${message}. The user must own the database, or its schema public.`,
    '53300': `the server at ${where} has no connection left. Raise its max_connections, or close other programs.`,
    '57P03': `the server at ${where} is still starting. Try again in a moment.`,
  }
  const known = words[code] ?? (/timeout/i.test(message) ? words.ETIMEDOUT : undefined)
  if (known) return `DATABASE_URL: ${known}`
  // Five letters and digits are PostgreSQL's own codes; a network error has a name.
  return /^([0-9A-Z]{5}|E[A-Z]+)$/.test(code) || /SSL|certificate/i.test(message)
    ? `DATABASE_URL: the database at ${where} cannot be opened: ${message}`
    : undefined
}

function ofFolder({ code = '', message }: Problem, dataDir: string) {
  if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(code))
    return `DATA_DIR: this user may not write to ${dataDir}.`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `DATA_DIR: ${dataDir} is not a folder.`
  if (['ENOSPC', 'SQLITE_FULL'].includes(code)) return `DATA_DIR: the disk of ${dataDir} is full.`
  if (code === 'SQLITE_NOTADB' || /not a database/.test(message))
    return `DATA_DIR: ${dataDir}/shop.db is not a database of this shop. Restore a backup, or take another folder.`
  return undefined
}
