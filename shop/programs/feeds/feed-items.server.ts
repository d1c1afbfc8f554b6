import type { Db } from '~/platform/db/database.server.ts'
import { formatDollars, toCents } from '~/platform/money.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import { trailOf } from '~/shop/catalogue/categories/rules.ts'
import { categoryTree } from '~/shop/catalogue/categories/store-categories.server.ts'
import type { WholeProduct } from '~/shop/catalogue/contract.ts'
import { numberKey, readNumbers } from '~/shop/catalogue/numbers/number-lines.ts'
import { picturesOf } from '~/shop/catalogue/pictures.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { allProducts } from '~/shop/catalogue/store.server.ts'
import { isDrawing } from '~/shop/images/rules.ts'
import { urls } from '~/shop/urls.ts'
import type { FeedItem, FeedProblem } from './rules.ts'
import { feedProblems, feedText, isFeedPicture, isSoldGtin, mostMoreImages } from './rules.ts'

export type JudgedItem = { item: FeedItem; problems: FeedProblem[] }

/** Every part that is shown, with what is wrong with it: batch by batch, each of a query of its own. */
export async function* judgedItems(db: Db, publicUrl: string): AsyncGenerator<JudgedItem[]> {
  const categories = await categoryTree(db)
  for await (const products of allProducts(db))
    yield products.map((product) => {
      const item = feedItem(product, { categories, publicUrl })
      const problems = feedProblems(item, publicUrl)
      return { item, problems: product.ships === 'collect' ? ['collect', ...problems] : problems }
    })
}

type Shop = { categories: Category[]; publicUrl: string }

export function feedItem(product: WholeProduct, { categories, publicUrl }: Shop): FeedItem {
  const numbers = readNumbers(product.numbers)
  const own = numbers.find(({ kind }) => kind === 'own')?.number
  const gtins = numbers.filter(({ kind }) => kind === 'ean').map(({ number }) => numberKey(number))
  const pictures = picturesOf(product)
    .filter((address) => address && !isDrawing(address))
    .map((address) => (URL.canParse(address, publicUrl) ? new URL(address, publicUrl).href : address))
  const [image = '', ...moreImages] = pictures
  const trail = trailOf(categories, product.category).map(({ name }) => feedText(name))
  return {
    id: product._id,
    title: feedText(product.productName),
    description: descriptionOf(product),
    link: publicUrl + urls.product(product._id),
    image,
    moreImages: moreImages.filter(isFeedPicture).slice(0, mostMoreImages),
    isInStock: isOrderable(product),
    priceCents: toCents(product.price),
    brand: feedText(product.brand),
    gtin: gtins.find(isSoldGtin) ?? null,
    mpn: (own && feedText(own)) || null,
    productType: trail.join(' > ') || null,
    weightGrams: product.weightGrams || null,
  }
}

/** The price is that of the page; what is paid beside it, or for how many, neither feed has a field for. */
function descriptionOf({ productDescription, unit, orderQty, deposit }: WholeProduct) {
  const text = feedText(productDescription)
  if (!text) return ''
  const beside = [
    unit && `The price is for: ${feedText(unit)}.`,
    orderQty > 1 && `Sold from ${orderQty} up${unit ? '' : '; the price is for one'}.`,
    deposit && `A deposit of ${formatDollars(deposit)} is added, and given back for the old part.`,
  ].filter(Boolean)
  return [text, beside.join(' ')].filter(Boolean).join('\n')
}
