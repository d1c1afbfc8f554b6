import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { Payable } from './payable.ts'
import type { Provider } from './provider.server.ts'

export type PaymentsContext = {
  database: Database
  log: Log
  payable: Payable
  provider: Provider
  /** Marks our intents at the provider, where several shops may share one account. */
  shop: string
  now: () => Date
}

export const nowIso = ({ now }: Pick<PaymentsContext, 'now'>) => now().toISOString()
