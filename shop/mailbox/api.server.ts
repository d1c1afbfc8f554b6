import { join } from 'node:path'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { isFromThisMachine, isLoopback } from '~/platform/http/limits/caller.server.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { readOutbox } from '~/platform/mail/outbox.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { mailboxRoutes } from '~/shop/routes.ts'
import { mailboxContract } from './contract.ts'
import { mailsPerPage } from './rules.ts'

/** Mails contain links that open accounts: only a demo shows them, and only on its own machine. */
export const hasMailbox = (config: Config) =>
  config.demo &&
  config.standIns &&
  !config.smtpUrl &&
  !config.production &&
  !config.trustProxy &&
  isLoopback(config.host) &&
  isLoopback(new URL(config.publicUrl).hostname)

export function mailboxApi(config: Config) {
  if (!hasMailbox(config)) return []
  const folder = join(config.dataDir, 'outbox')
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
