import { createHash, randomUUID } from 'node:crypto'
import type { PasswordHasher } from '~/shop/identity/auth.server.ts'

const digest = (salt: string, password: string) =>
  `${salt}:${createHash('sha256').update(`${salt} ${password}`).digest('hex')}`

/** The shop's own hash takes a tenth of a second of a core on purpose, which a test that is about something else need not wait for. */
export const quickPasswords: PasswordHasher = {
  hash: async (password) => digest(randomUUID(), password),
  verify: async ({ hash, password }) => hash === digest(hash.split(':')[0]!, password),
}
