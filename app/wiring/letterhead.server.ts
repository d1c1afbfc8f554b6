import type { Letterhead } from '~/platform/mail/compose.server.ts'
import type { Business } from '~/shop/business/fields.ts'
import { linesOf, lookOf } from '~/shop/business/shown.ts'
import { tonesOf } from '~/shop/business/tones.ts'
import type { Config } from '~/shop/config.server.ts'
import { identityUrls } from '~/shop/identity/urls.ts'
import { smallCopy } from '~/shop/images/rules.ts'
import { urls } from '~/shop/urls.ts'

/** What stands on the button of a mail, by the page that it leads to. */
const labels: Record<string, string> = {
  [identityUrls.verifyEmail('')]: 'Verify my address',
  [identityUrls.newPassword('')]: 'Choose a new password',
  [urls.resetPassword()]: 'Reset my password',
  [urls.leaveNewsletter()]: 'Leave the newsletter',
  [urls.confirmNewsletter()]: 'Confirm my subscription',
  [urls.myOrders()]: 'See my orders',
  [urls.receipt('')]: 'See my receipt',
  [urls.purchase('')]: 'See my delivery',
  [urls.product('')]: 'See the part',
  [urls.parcels()]: 'See what is to pack',
  [urls.returns()]: 'See the returns',
  [urls.oldParts()]: 'See the old parts',
  [urls.allOrders()]: 'See all orders',
  [urls.manageProducts()]: 'See the stock',
  [urls.messages()]: 'Read all messages',
  [urls.message('')]: 'Answer it',
  [urls.reviewQueue()]: 'Answer it',
  [urls.addReview()]: 'See my reviews',
}

/** As the shop calls itself at that moment. */
export function letterhead({ publicUrl }: Pick<Config, 'publicUrl'>, business: Business): Letterhead {
  const { shop, seller, look } = business
  const { logoId, icon } = lookOf(business)
  return {
    name: shop.name,
    origin: publicUrl,
    logo: logoId
      ? { path: icon('mail.png'), width: 160, height: 40, hasName: true }
      : { path: icon('mail.png'), width: 36, height: 36, hasName: false },
    colours: tonesOf(look.accent),
    foot: [seller.name, ...linesOf(seller.address)],
    labelOf: (path) =>
      labels[path.replace(/[#?].*$/, '')] ??
      labels[path.replace(/#.*$/, '#')] ??
      labels[path.replace(/[^/]*$/, '')] ??
      `Open ${shop.name}`,
    pictureOf(address) {
      if (/^\/[^/]/.test(address)) return publicUrl + smallCopy(address)
      return address.startsWith('https://') ? address : undefined
    },
  }
}
