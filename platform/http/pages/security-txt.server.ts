import { days } from '~/platform/time.ts'
import type { App } from '../app.server.ts'
import { open } from '../policy.server.ts'

const path = '/.well-known/security.txt'
const lastsMs = days(180)

/** RFC 9116: whom to tell about a hole. */
export function serveSecurityTxt(
  app: App,
  { contactEmail, publicUrl }: { contactEmail: string; publicUrl: string },
) {
  app.get(path, { schema: { hide: true }, config: { policy: open } }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${contactEmail}`,
          `Expires: ${new Date(Date.now() + lastsMs).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      ),
  )
}
