import type { Business } from '~/shop/business/fields.ts'
import { linesOf, lookOf } from '~/shop/business/shown.ts'
import { urls } from '~/shop/urls.ts'

/** What search engines read on the contact page: who the shop is and how to reach it. */
export function workshopStructuredData(
  { shop, contact, look }: Pick<Business, 'shop' | 'contact' | 'look'>,
  publicUrl: string,
): object[] {
  const { logoId, icon } = lookOf({ look })
  const said = (text: string) => text || undefined
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'AutoPartsStore',
      name: shop.name,
      description: said(shop.slogan),
      url: publicUrl + urls.home(),
      logo: logoId && publicUrl + icon('icon-512.png'),
      address: said(linesOf(contact.address).join(', ')),
      telephone: said(contact.phone),
      email: said(contact.email),
      foundingDate: said(shop.founded),
    },
  ]
}
