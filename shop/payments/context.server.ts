import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { Payable } from './payable.ts'
import type { Provider } from './provider.server.ts'

export type PaymentsContext = {
  database: Database
  log: Log
  payable: Payable
  provider: Provider
  /** Marks our transactions at the provider, where other shops may have an account in common with us. */
  shop: string
  now: () => Date
}

export const time = ({ now }: Pick<PaymentsContext, 'now'>) => now().toISOString()
