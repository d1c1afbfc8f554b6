import { days } from '~/platform/time.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { messagesMs } from '~/shop/contact/store.server.ts'
import { sessionMs } from '~/shop/identity/auth.server.ts'
import { deviceMs } from '~/shop/identity/session/device-cookie.server.ts'
import { sendsMs } from '~/shop/newsletter/issues/store.server.ts'
import { confirmMs } from '~/shop/newsletter/store.server.ts'
import { freeDeliveryCents } from '~/shop/orders/rules.ts'
import { statementsMs } from '~/shop/orders/withdrawals/withdrawals-store.server.ts'
import type { OpenRates } from '~/shop/rates/rates.server.ts'
import type { ShopFacts } from '~/shop/texts/first-pages.server.ts'
import { sentMs, undeliveredMs } from './workers.server.ts'

const inDays = (ms: number) => ms / days(1)

/** What the pages of the owner state, from the settings and limits that the shop itself goes by. */
export const factsOf =
  (config: Config, business: OpenBusiness, rates: OpenRates) => async (): Promise<ShopFacts> => ({
    business: await business.current(),
    config,
    // While they cannot be read nothing is sold, and nothing is said of prices.
    rates:
      rates.broken().length > 0 ? { delivery: { home: { country: '' }, zones: [] } } : await rates.current(),
    freeDeliveryCents,
    kept: {
      messages: inDays(messagesMs),
      statements: inDays(statementsMs),
      sentMails: inDays(sentMs),
      undeliveredMails: inDays(undeliveredMs),
      sessions: inDays(sessionMs),
      devices: inDays(deviceMs),
      newsletters: inDays(sendsMs),
      unconfirmed: inDays(confirmMs),
    },
  })
