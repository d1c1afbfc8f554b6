import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { imageRoutes } from '~/shop/account-routes.ts'
import type { Config } from '~/shop/config.server.ts'
import { imageContract } from './contract.ts'
import { mostBytes } from './rules.ts'
import { storePicture, storePictureFrom } from './store.server.ts'

export const imagesApi = ({ db }: Database, config: Pick<Config, 'imageHostUrl'>, reach?: Reach) =>
  endpoints(imageRoutes, imageContract, {
    getUploadTarget: {
      access: 'pictures',
      summary: 'Where pictures are sent to: this shop itself, or the image host it is set up with',
      handler: async () => ({ postTo: config.imageHostUrl ?? imageRoutes.storeImage.path }),
    },
    storeImage: {
      access: 'pictures',
      summary:
        'Keeps a picture: the form field image, or JSON with its url. Answers the address to show it by',
      takesFile: true,
      mostBytes,
      async handler({ body }) {
        const data =
          'url' in body
            ? await storePictureFrom(db, body.url, reach)
            : { url: await storePicture(db, Buffer.from(await body.image.arrayBuffer())) }
        return { success: true, data } as const
      },
    },
  })
