import { z } from 'zod'

/** A file, in a form with the field `image`; or the address of a picture, as JSON. */
export const UploadImage = z.union(
  [z.strictObject({ image: z.file() }), z.strictObject({ url: z.string().max(2000) })],
  {
    error: 'Send a picture as the form field image, or its address as url.',
  },
)

/** In the words that image hosts use. */
export const StoredImage = z.object({ success: z.literal(true), data: z.object({ url: z.string() }) })
