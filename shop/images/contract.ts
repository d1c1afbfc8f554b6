import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { onlyPictures, tooLarge } from './rules.ts'

/** A file, in a form with the field `image`; or the address of a picture, as JSON. */
export const UploadImage = z.union(
  [z.strictObject({ image: z.file() }), z.strictObject({ url: z.string().max(2000) })],
  {
    error: 'Send a picture as the form field image, or its address as url.',
  },
)

/** The response format of image hosts. What could not be fetched yet is shown by its address all the same. */
export const StoredImage = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string(), isToCome: z.boolean().optional() }),
})

export const imageContract = {
  getUploadTarget: { response: z.object({ postTo: z.string() }) },
  storeImage: { body: UploadImage, response: StoredImage },
} satisfies Contract
export type ImageContract = typeof imageContract

export const refuse = refusalsOf({
  too_large: [413, tooLarge],
  not_a_picture: [415, onlyPictures],
  unreadable_picture: [422, 'The picture is damaged and cannot be read.'],
  too_many_pixels: [422, 'The picture is {width} by {height} pixels. At most 24 megapixels can be used.'],
  unknown_picture: [422, 'The picture is no longer there. Please send it again.'],
  not_found: [404, 'There is no such picture.'],
})
