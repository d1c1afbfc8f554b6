import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '~/platform/db/database.server.ts'

/** Created at the first start. On SQLite it is a file beside the data; on PostgreSQL a row that all servers share. */
export async function readSecret(database: Database, dataDir: string) {
  return database.engine === 'sqlite' ? fromFile(fileIn(dataDir)) : fromTable(database)
}

const fileIn = (dataDir: string) => join(dataDir, 'secret')

/** For a backup; undefined where the secret is in the database. */
export const secretFile = (dataDir: string) =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : undefined

/** Written to a temporary file and renamed, so that the file is always complete. */
export function replaceSecretFile(dataDir: string, secret: string) {
  const temporary = `${fileIn(dataDir)}.new`
  writeFileSync(temporary, secret, { mode: 0o600 })
  renameSync(temporary, fileIn(dataDir))
}

function fromFile(path: string) {
  try {
    // Never overwrites an existing one: every session would end.
    writeFileSync(path, newSecret(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new Error(`The file ${path} holds no secret. Remove it to get a new one.`)
  return secret
}

async function fromTable({ db }: Database) {
  await db
    .insertInto('secrets')
    .values({ name: 'tokens', value: newSecret() })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'tokens')
    .executeTakeFirstOrThrow()
  return value
}

const newSecret = () => randomBytes(48).toString('base64url')
