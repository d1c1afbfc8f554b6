import { currency } from '~/shop/payments/rules.ts'
import { urls } from '~/shop/urls.ts'
import { trailAt } from '../categories/rules.ts'
import type { Product } from '../contract.ts'
import { chosenFilters } from '../list-filters.ts'
import { readNumbers } from '../numbers/number-lines.ts'
import { picturesOf } from '../pictures.ts'
import { cardDescription, isOrderable } from '../rules.ts'
import type { ShopData } from './shop-route.ts'

/** What search engines read: the parts of a list with their offers, and the way to it. Searches are not for them. */
export function shopStructuredData(data: ShopData, publicUrl: string): object[] {
  if (data.q || chosenFilters(data).length > 0) return []
  const crumbs = [
    { name: 'All parts', path: '' },
    ...trailAt(data.facets.categories, data.path).map(({ name, path }) => ({ name, path })),
  ]
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ name, path }, n) => ({
        '@type': 'ListItem',
        position: n + 1,
        name,
        item: publicUrl + urls.shop({ path }),
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: data.products.map((product, n) => ({
        '@type': 'ListItem',
        position: n + 1,
        item: productData(product, publicUrl),
      })),
    },
  ]
}

export function productData(product: Product, publicUrl: string) {
  const { _id, productName, productDescription, brand, numbers, price } = product
  const url = publicUrl + urls.product(_id)
  const numberOf = (kind: string) => readNumbers(numbers).find((one) => one.kind === kind)?.number
  return {
    '@type': 'Product',
    name: productName,
    url,
    image: picturesOf(product).map((address) => new URL(address, publicUrl).href),
    description: cardDescription(productDescription),
    brand: brand ? { '@type': 'Brand', name: brand } : undefined,
    // By which the owner knows it; one part may have none.
    sku: numberOf('own') ?? _id,
    mpn: numberOf('own'),
    gtin: numberOf('ean'),
    itemCondition: 'https://schema.org/NewCondition',
    // What costs nothing is no offer to a search engine: it refuses those without a price.
    offers:
      price > 0
        ? {
            '@type': 'Offer',
            url,
            price: price.toFixed(2),
            priceCurrency: currency.toUpperCase(),
            availability: `https://schema.org/${isOrderable(product) ? 'InStock' : 'OutOfStock'}`,
          }
        : undefined,
  }
}
