import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { StoredImage, UploadImage } from './contract.ts'
import { mostBytes } from './rules.ts'
import { storePicture, storePictureFrom } from './store-picture.server.ts'

export const imagesApi = ({ db }: Database, config: Pick<Config, 'imageHostUrl'>, reach?: Reach) => [
  endpoint({
    method: 'GET',
    path: '/api/images',
    who: 'admin',
    summary: 'Where pictures are sent to: this shop itself, or the image host it is set up with',
    answer: z.object({ postTo: z.string() }),
    act: async () => ({ postTo: config.imageHostUrl ?? '/api/images' }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/images',
    who: 'admin',
    summary: 'Keeps a picture: the form field image, or JSON with its url. Answers the address to show it by',
    takesFile: true,
    mostBytes,
    body: UploadImage,
    answer: StoredImage,
    async act({ body }) {
      const url =
        'url' in body
          ? await storePictureFrom(db, body.url, reach)
          : await storePicture(db, Buffer.from(await body.image.arrayBuffer()))
      return { success: true, data: { url } } as const
    },
  }),
]
