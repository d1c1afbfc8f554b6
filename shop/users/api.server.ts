import type { UserRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { AsFile, endpoints } from '~/platform/http/endpoint.server.ts'
import { userRoutes } from '~/shop/account-routes.ts'
import type { Reauthentication } from '~/shop/identity/password/reauthenticate.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { updatePhoto, updateProfile } from '~/shop/identity/users.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { mostBytes } from '~/shop/images/rules.ts'
import { storePicture } from '~/shop/images/store.server.ts'
import type { PeopleDependencies } from './admin-api.server.ts'
import { peopleEndpoints } from './admin-api.server.ts'
import type { Profile, UserContract } from './contract.ts'
import { refuse, userContract } from './contract.ts'
import type { ExportPersonalData, OnUserDeleted } from './delete-user.server.ts'
import { deleteOwnAccount } from './delete-user.server.ts'

type Dependencies = PhotoDependencies & PeopleDependencies & OwnAccountDependencies

export const usersApi = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  return endpoints(userRoutes, userContract, {
    getProfile: {
      access: 'self-or-people',
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

type PhotoDependencies = {
  database: Database
  /** For other areas that show the picture. */
  onPhoto: (tx: Tx, userId: string, photo: string | null) => Promise<unknown>
}

const forbidden = () => refuse('not_your_picture')

/** The user's profile picture. The cleanup of unused images deletes a former one. */
function photoEndpoints({
  database,
  onPhoto,
}: PhotoDependencies): Pick<Implementations<UserContract>, 'savePhoto' | 'deletePhoto'> {
  const setPhoto = (caller: Caller, photo: string | null) =>
    database.change(['reviews_total', 'part_ratings'], async (tx) => {
      if (photo) await claimImages(tx, [photo])
      await updatePhoto(tx, caller.userId, photo)
      await onPhoto(tx, caller.userId, photo)
    })

  return {
    savePhoto: {
      access: 'self',
      forbidden,
      summary: "Shows a picture, the form field image, as the caller's own",
      takesFile: true,
      mostBytes,
      perMinute: 10,
      async handler({ body, caller }) {
        const url = await storePicture(database.db, Buffer.from(await body.image.arrayBuffer()))
        await setPhoto(caller, url)
        return { success: true, data: { url } } as const
      },
    },
    deletePhoto: {
      access: 'self',
      forbidden,
      summary: "Takes the caller's own picture away",
      perMinute: 60,
      async handler({ caller }) {
        await setPhoto(caller, null)
        return { deletedCount: 1 }
      },
    },
  }
}

type OwnAccountDependencies = {
  database: Database
  onUserDeleted: OnUserDeleted
  exportPersonalData: ExportPersonalData
  reauthentication: Reauthentication
}

/** Everybody's rights: to get their personal data, and to delete their account. */
const ownAccountEndpoints = ({
  database,
  onUserDeleted,
  exportPersonalData,
  reauthentication,
}: OwnAccountDependencies): Pick<
  Implementations<UserContract>,
  'exportMyData' | 'getMyAccount' | 'deleteMyAccount'
> => ({
  exportMyData: {
    access: 'signed-in',
    summary: 'All that the shop holds on the caller, as a file',
    perMinute: 10,
    async handler({ caller }) {
      const data = { madeAt: new Date().toISOString(), ...(await exportPersonalData(caller)) }
      const day = data.madeAt.slice(0, 10)
      const type = 'application/json; charset=utf-8'
      return new AsFile(`my-data-${day}.json`, type, JSON.stringify(data, null, 2))
    },
  },
  getMyAccount: {
    access: 'signed-in',
    summary: 'Whether the caller has a password here',
    handler: async ({ caller }) => ({ hasPassword: await reauthentication.hasPassword(caller) }),
  },
  deleteMyAccount: {
    access: 'not-staff',
    forbidden: ({ role }) => refuse(role === 'admin' ? 'admins_stay' : 'staff_stay'),
    summary: "Deletes the caller's account, with the password or soon after a log-in",
    perMinute: 30,
    async handler({ caller, body, request }) {
      await reauthentication.require(caller, request, body.password)
      await deleteOwnAccount(database, onUserDeleted, caller, body)
      return { deletedCount: 1 as const }
    },
  },
})
