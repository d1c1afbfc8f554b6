import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '~/platform/db/database.server.ts'

/** Made on the first start. On one machine it lies beside the data; several servers share it through their database. */
export async function readSecret(database: Database, dataDir: string) {
  return database.engine === 'sqlite' ? fromFile(fileIn(dataDir)) : fromTable(database)
}

const fileIn = (dataDir: string) => join(dataDir, 'secret')

/** For a backup; undefined where the secret is kept in the database itself. */
export const secretFile = (dataDir: string) =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : undefined

/** Written aside and renamed, so that there is always a whole one. */
export function replaceSecretFile(dataDir: string, secret: string) {
  const aside = `${fileIn(dataDir)}.new`
  writeFileSync(aside, secret, { mode: 0o600 })
  renameSync(aside, fileIn(dataDir))
}

function fromFile(path: string) {
  try {
    // Never over an existing one: every session would end.
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
