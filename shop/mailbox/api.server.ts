import { join } from 'node:path'
import { z } from 'zod'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import { isFromThisMachine, isLoopback } from '~/platform/http/limits/this-machine.server.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { readOutbox } from '~/platform/mail/outbox.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { MailboxMail } from './contract.ts'
import { lettersPerPage } from './rules.ts'

/** Mails hold links that open accounts: only a demo shows them, and only to the machine that it runs on. */
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
  return [
    endpoint({
      method: 'GET',
      path: '/api/mailbox',
      who: 'everyone',
      summary: 'Mails and codes of a demo shop that only this machine can reach, newest first',
      query: OnePageQuery.pick({ page: true }),
      answer: z.array(MailboxMail),
      async act({ query: { page }, request }) {
        if (!isFromThisMachine(request))
          throw new Refusal(404, 'not_found', 'There is nothing at this address.')
        const part = { skip: (page - 1) * lettersPerPage, limit: lettersPerPage }
        const { letters, total } = await readOutbox(folder, part)
        return new WithTotal(letters, total)
      },
    }),
  ]
}
