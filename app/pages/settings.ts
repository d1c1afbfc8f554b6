import { createContext } from 'react-router'
import type { BuyingSettings } from '~/shop/orders/buying-terms.ts'

/** What the browser needs to know of the shop's settings; the same for every visitor. */
export type PublicSettings = {
  publicUrl: string
  buying: BuyingSettings
  google: boolean
  /** Whether mails and codes can be read in the shop itself. */
  mailbox: boolean
  /** Left out in a shop that is no demo. */
  demoAccounts?: { email: string; password: string; hint: string }[]
}

export const settingsContext = createContext<PublicSettings>()
