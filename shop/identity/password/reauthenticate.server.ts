import type { FastifyRequest } from 'fastify'
import { bearerToken } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { minutes } from '~/platform/time.ts'
import type { IdentityParts } from '../api.server.ts'
import { tokenLastsSeconds } from '../session/access-token.server.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'
import { identityOf, sessionStart } from '../store.server.ts'

const freshMs = minutes(10)
const mostInOneSession = 10

type Parts = Pick<IdentityParts, 'auth' | 'database' | 'tokens' | 'counters'>
export type Reauthenticate = ReturnType<typeof createReauthenticate>

/** Before what cannot be undone: a stolen token alone is not enough. By the password, or by having just logged in. */
export function createReauthenticate({ auth, database: { db }, tokens, counters }: Parts) {
  const attempts = createAttempts(counters, 'password again in', mostInOneSession)

  async function passwordOf({ userId }: Caller) {
    const { internalAdapter } = await auth.$context
    const accounts = await internalAdapter.findAccounts(await identityOf(db, userId))
    return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined
  }

  async function byPassword(caller: Caller, request: FastifyRequest, hash: string, password: string) {
    // By session: what strangers try at the log-in, or a thief elsewhere, never keeps the owner from it.
    const session = (await tokens.read(bearerToken(request)!))?.sessionId ?? caller.userId
    await attempts.beginOrRefuse(session)
    const { password: hasher } = await auth.$context
    if (!(await hasher.verify({ hash, password }))) throw wrong('That is not your password.')
    await attempts.succeed(session)
  }

  async function byFreshness(request: FastifyRequest) {
    const token = await tokens.read(bearerToken(request)!)
    const since = token?.sessionId ? await sessionStart(db, token.sessionId) : issuedAt(token)
    if (!since || since < Date.now() - freshMs)
      throw new Refusal(403, 'log_in_again', 'Please log out, log in again and come back within ten minutes.')
  }

  return {
    hasPassword: async (caller: Caller) => (await passwordOf(caller)) !== undefined,
    async prove(caller: Caller, request: FastifyRequest, password: string | undefined) {
      const hash = await passwordOf(caller)
      if (!hash) return byFreshness(request)
      if (!password) throw wrong('Your password is required')
      await byPassword(caller, request, hash, password)
    },
  }
}

/** For those who come by another provider: of its sessions we see nothing but our own token. */
const issuedAt = (token: { endsAt: number } | undefined) => token && token.endsAt - tokenLastsSeconds * 1000

const wrong = (message: string) => new Refusal(422, 'invalid', message, { password: message })
