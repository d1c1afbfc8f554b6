import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { updatePhoto } from '~/shop/identity/users.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { mostBytes } from '~/shop/images/rules.ts'
import { storePicture } from '~/shop/images/store-picture.server.ts'
import type { UserContract } from './contract.ts'
import { refuse } from './contract.ts'

export type PhotoDependencies = {
  database: Database
  /** For other areas that show the picture. */
  onPhoto: (tx: Tx, userId: string, photo: string | null) => Promise<unknown>
}

const forbidden = () => refuse('not_your_picture')

/** The user's profile picture. The cleanup of unused images deletes a former one. */
export function photoEndpoints({
  database,
  onPhoto,
}: PhotoDependencies): Pick<Implementations<UserContract>, 'savePhoto' | 'deletePhoto'> {
  const setPhoto = (caller: Caller, photo: string | null) =>
    database.change(['reviews'], async (tx) => {
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
