import type { FastifyRequest } from 'fastify'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { bearerToken } from '~/platform/http/endpoint.server.ts'
import { minutes } from '~/platform/time.ts'
import type { IdentityApiDependencies } from '../api.server.ts'
import { tokenLastsSeconds } from '../session/access-token.server.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'
import { identityOf, sessionStart } from '../store.server.ts'
import { refuse } from './contract.ts'

const recentLogInMs = minutes(10)
const mostPerSession = 10

type Dependencies = Pick<IdentityApiDependencies, 'auth' | 'database' | 'tokens' | 'counters'>
export type Reauthentication = ReturnType<typeof createReauthentication>

/** Before anything that cannot be undone: by the password, or by a recent log-in. A stolen token alone is not enough. */
export function createReauthentication({ auth, database: { db }, tokens, counters }: Dependencies) {
  const attempts = createAttempts(counters, 'password again in', mostPerSession)

  async function passwordOf({ userId }: Caller) {
    const { internalAdapter } = await auth.$context
    const accounts = await internalAdapter.findAccounts(await identityOf(db, userId))
    return accounts.find(({ providerId }) => providerId === 'credential')?.password ?? undefined
  }

  async function byPassword(caller: Caller, request: FastifyRequest, hash: string, password: string) {
    // Counted by session: attempts of strangers at the log-in, or of a thief elsewhere, never lock the owner out.
    const session = (await tokens.read(bearerToken(request)!))?.sessionId ?? caller.userId
    await attempts.beginOrRefuse(session)
    const { password: hasher } = await auth.$context
    if (!(await hasher.verify({ hash, password }))) throw refuse('wrong_password', { field: 'password' })
    await attempts.succeed(session)
  }

  async function byRecentLogIn(request: FastifyRequest) {
    const token = await tokens.read(bearerToken(request)!)
    const signedInAt = token?.sessionId ? await sessionStart(db, token.sessionId) : issuedAt(token)
    if (!signedInAt || signedInAt < Date.now() - recentLogInMs) throw refuse('log_in_again')
  }

  return {
    hasPassword: async (caller: Caller) => (await passwordOf(caller)) !== undefined,
    async require(caller: Caller, request: FastifyRequest, password: string | undefined) {
      const hash = await passwordOf(caller)
      if (!hash) return byRecentLogIn(request)
      if (!password) throw refuse('password_missing', { field: 'password' })
      await byPassword(caller, request, hash, password)
    },
  }
}

/** For users of an external provider, whose sessions we cannot see: only our own token. */
const issuedAt = (token: { endsAt: number } | undefined) => token && token.endsAt - tokenLastsSeconds * 1000
