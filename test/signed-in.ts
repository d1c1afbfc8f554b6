import type { Shop } from '~/app/wiring/shop.server.ts'
import { newId } from '~/platform/id.ts'
import type { Role } from '~/platform/roles.ts'

type Person = { email: string; name?: string; admin?: boolean; role?: Role }

/** A user with an access token, inserted directly: for tests that are not about signing in. */
export async function signedIn({ database: { db }, tokens }: Shop, person: Person) {
  const { email, name = 'Ada Lovelace', admin = false, role = admin ? 'admin' : 'user' } = person
  const user = await db
    .insertInto('users')
    .values({
      id: newId(),
      email,
      name,
      role,
      identity_id: null,
      photo: null,
      education: null,
      location: null,
      phone: null,
      created_at: new Date().toISOString(),
    })
    .onConflict((c) => c.column('email').doUpdateSet({ role, name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await tokens.mint({ id: user.id, email, name, role })
  return { userId: user.id, email, token, headers: { authorization: `Bearer ${token}` } }
}
