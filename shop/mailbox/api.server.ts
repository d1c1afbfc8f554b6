import { join } from 'node:path'
import type { App } from '~/platform/http/app.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { isFromThisMachine, isLoopback } from '~/platform/http/limits/caller.server.ts'
import { open } from '~/platform/http/policy.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { readHtml, readOutbox } from '~/platform/mail/outbox.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { mailboxRoutes } from '~/shop/routes.ts'
import { mailboxContract } from './contract.ts'
import { mailHtml, mailsPerPage } from './rules.ts'

/** Mails contain links that open accounts: only a demo shows them, and only on its own machine. */
export const hasMailbox = (config: Config) =>
  config.demo &&
  config.standIns &&
  !config.smtpUrl &&
  !config.production &&
  !config.trustProxy &&
  isLoopback(config.host) &&
  isLoopback(new URL(config.publicUrl).hostname)

const outboxOf = ({ dataDir }: Config) => join(dataDir, 'outbox')

export function mailboxApi(config: Config) {
  if (!hasMailbox(config)) return []
  const folder = outboxOf(config)
  return endpoints(mailboxRoutes, mailboxContract, {
    listMailboxMails: {
      access: 'everyone',
      summary: 'Mails and codes of a demo shop that only this machine can reach, newest first',
      async handler({ query: { page }, request }) {
        if (!isFromThisMachine(request)) throw refuseRequest('not_found')
        const { mails, total } = await readOutbox(folder, {
          skip: (page - 1) * mailsPerPage,
          limit: mailsPerPage,
        })
        return new WithTotal(mails, total)
      },
    },
  })
}

/** Pictures of the shop and the styles of its tags; no script, no form, and only the mailbox may frame it. */
const mailPolicy = [
  "default-src 'none'",
  "img-src 'self' https:",
  "style-src 'unsafe-inline'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-top-navigation-by-user-activation',
].join('; ')

/** The HTML part of a mail as a document of its own: what frames it cannot lend it any rights. */
export function serveMails(app: App, config: Config) {
  if (!hasMailbox(config)) return
  const options = { schema: { hide: true }, config: { policy: open } }
  app.get(mailHtml(':id'), options, async (request, reply) => {
    const { id } = request.params as { id: string }
    const html = isFromThisMachine(request) ? await readHtml(outboxOf(config), id) : undefined
    if (!html) throw refuseRequest('not_found')
    return reply
      .headers({
        'content-security-policy': mailPolicy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(asSeenHere(html, config.publicUrl))
  })
}

/** Links keep the present host name, to which the cookie of a registration belongs, and open in the window itself. */
const asSeenHere = (html: string, publicUrl: string) =>
  html.replace('<head>', '<head><base target="_top">').replaceAll(`="${publicUrl}/`, '="/')
