import { z } from 'zod'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import { updatePhoto } from '~/shop/identity/users.server.ts'
import { claimImage } from '~/shop/images/claim.server.ts'
import { StoredImage } from '~/shop/images/contract.ts'
import { mostBytes } from '~/shop/images/rules.ts'
import { storePicture } from '~/shop/images/store-picture.server.ts'

type Dependencies = {
  database: Database
  /** For other areas that show the picture. */
  onPhoto: (tx: Tx, userId: string, photo: string | null) => Promise<unknown>
}

const refusal = 'Everybody shows a picture of their own.'
const byEmail = z.object({ email: Email })

/** The user's profile picture. The cleanup of unused images deletes a former one. */
export function photoApi({ database, onPhoto }: Dependencies) {
  const setPhoto = (caller: Caller, photo: string | null) =>
    database.change(['reviews'], async (tx) => {
      if (photo) await claimImage(tx, photo)
      await updatePhoto(tx, caller.userId, photo)
      await onPhoto(tx, caller.userId, photo)
    })

  return [
    endpoint({
      method: 'POST',
      path: '/api/profile/:email/photo',
      who: 'self',
      refusal,
      summary: "Shows a picture, the form field image, as the caller's own",
      params: byEmail,
      body: z.strictObject({ image: z.file() }, { error: 'Send a picture as the form field image.' }),
      answer: StoredImage,
      takesFile: true,
      mostBytes,
      perMinute: 10,
      async act({ body, caller }) {
        const url = await storePicture(database.db, Buffer.from(await body.image.arrayBuffer()))
        await setPhoto(caller, url)
        return { success: true, data: { url } } as const
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/api/profile/:email/photo',
      who: 'self',
      refusal,
      summary: "Takes the caller's own picture away",
      params: byEmail,
      answer: z.object({ deletedCount: z.number() }),
      perMinute: 60,
      async act({ caller }) {
        await setPhoto(caller, null)
        return { deletedCount: 1 }
      },
    }),
  ]
}
