import type { Letterhead } from '~/platform/mail/compose.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { identityUrls } from '~/shop/identity/urls.ts'
import { urls } from '~/shop/urls.ts'

/** What stands on the button of a mail, by the page that it leads to. */
const labels: Record<string, string> = {
  [identityUrls.verifyEmail('')]: 'Verify my address',
  [identityUrls.newPassword('')]: 'Choose a new password',
  [urls.resetPassword()]: 'Reset my password',
  [urls.leaveNewsletter()]: 'Leave the newsletter',
  [urls.myOrders()]: 'See my orders',
  [urls.receipt('')]: 'See my receipt',
  [urls.purchase('')]: 'See my delivery',
  [urls.product('')]: 'See the part',
  [urls.parcels()]: 'See what is to pack',
  [urls.returns()]: 'See the returns',
  [urls.allOrders()]: 'See all orders',
  [urls.manageProducts()]: 'See the stock',
  [urls.messages()]: 'Read all messages',
}

export const letterhead = ({ publicUrl }: Pick<Config, 'publicUrl'>): Letterhead => ({
  name: 'Car Parts',
  origin: publicUrl,
  labelOf: (path) =>
    labels[path.replace(/[#?].*$/, '')] ??
    labels[path.replace(/#.*$/, '#')] ??
    labels[path.replace(/[^/]*$/, '')] ??
    'Open Car Parts',
})
