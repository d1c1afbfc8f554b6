import { z } from 'zod'
import type { UserRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import { Refusal } from '~/platform/refusal.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { updateProfile } from '~/shop/identity/users.server.ts'
import type { Profile } from './contract.ts'
import { Profile as ProfileAnswer, ProfileUpdate } from './contract.ts'

export const usersApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/profile/:email',
    who: 'self-or-admin',
    summary: 'The profile of a person',
    params: z.object({ email: Email }),
    answer: ProfileAnswer,
    async act({ params }) {
      const user = await userByEmail(db, params.email)
      if (!user) throw new Refusal(404, 'unknown_user', 'There is no such user.')
      return toProfile(user)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/profile/:email',
    who: 'self',
    refusal: 'Everybody writes their own profile.',
    summary: "Saves the caller's own profile",
    params: z.object({ email: Email }),
    body: ProfileUpdate,
    answer: ProfileAnswer,
    perMinute: 60,
    async act({ body, caller }) {
      return toProfile(await updateProfile(db, caller.userId, body))
    },
  }),
]

const toProfile = (user: UserRow): Profile => ({
  name: user.name,
  email: user.email,
  photo: user.photo,
  education: user.education ?? '',
  location: user.location ?? '',
  phone: user.phone ?? '',
})
