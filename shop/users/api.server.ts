import type { UserRow } from '~/database/tables.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { updateProfile } from '~/shop/identity/users.server.ts'
import { userRoutes } from '~/shop/routes.ts'
import type { PeopleDependencies } from './admin-api.server.ts'
import { peopleEndpoints } from './admin-api.server.ts'
import type { Profile } from './contract.ts'
import { refuse, userContract } from './contract.ts'
import type { OwnAccountDependencies } from './own-account-api.server.ts'
import { ownAccountEndpoints } from './own-account-api.server.ts'
import type { PhotoDependencies } from './photo-api.server.ts'
import { photoEndpoints } from './photo-api.server.ts'

type Dependencies = PhotoDependencies & PeopleDependencies & OwnAccountDependencies

export const usersApi = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  return endpoints(userRoutes, userContract, {
    getProfile: {
      access: 'self-or-admin',
      summary: 'The profile of a person',
      async handler({ params }) {
        const user = await userByEmail(db, params.email)
        if (!user) throw refuse('unknown_user')
        return toProfile(user)
      },
    },
    saveProfile: {
      access: 'self',
      forbidden: () => refuse('not_your_profile'),
      summary: "Saves the caller's own profile",
      perMinute: 60,
      async handler({ body, caller }) {
        return toProfile(await updateProfile(db, caller.userId, body))
      },
    },
    ...photoEndpoints(dependencies),
    ...peopleEndpoints(dependencies),
    ...ownAccountEndpoints(dependencies),
  })
}

const toProfile = (user: UserRow): Profile => ({
  name: user.name,
  email: user.email,
  photo: user.photo,
  education: user.education ?? '',
  location: user.location ?? '',
  phone: user.phone ?? '',
})
