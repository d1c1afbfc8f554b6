import { Readable } from 'node:stream'
import { csvLine } from '~/platform/import/csv-text.ts'
import { toDollars } from '~/platform/money.ts'
import { escapeHtml } from '~/platform/text.ts'
import { currency } from '~/shop/payments/rules.ts'
import type { JudgedItem } from './feed-items.server.ts'
import type { FeedItem } from './rules.ts'

type Batches = AsyncIterable<JudgedItem[]>
type Channel = { title: string; publicUrl: string }

const goodOnes = (batch: JudgedItem[]) =>
  batch.filter(({ problems }) => problems.length === 0).map(({ item }) => item)

const priceOf = ({ priceCents }: FeedItem) => `${toDollars(priceCents).toFixed(2)} ${currency.toUpperCase()}`

/** RSS 2.0 with Google's names, as Merchant Center reads it. Cut off, it is no XML: nothing is taken for deleted. */
export function googleFeed(batches: Batches, { title, publicUrl }: Channel) {
  async function* pieces() {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${element('title', title)}${element('link', publicUrl)}${element('description', `Parts of ${title}`)}`
    for await (const batch of batches) yield goodOnes(batch).map(googleItem).join('')
    yield '</channel>\n</rss>\n'
  }
  return Readable.from(notEmpty(pieces()))
}

const element = (name: string, text: string) => `<${name}>${escapeHtml(text)}</${name}>\n`

function googleItem(item: FeedItem) {
  const fields: [string, string | null][] = [
    ['id', item.id],
    ['title', item.title],
    ['description', item.description],
    ['link', item.link],
    ['image_link', item.image],
    ...item.moreImages.map((address): [string, string] => ['additional_image_link', address]),
    ['availability', item.isInStock ? 'in_stock' : 'out_of_stock'],
    ['price', priceOf(item)],
    ['condition', 'new'],
    ['brand', item.brand],
    ['gtin', item.gtin],
    ['mpn', item.mpn],
    ['product_type', item.productType],
    ['shipping_weight', item.weightGrams === null ? null : `${item.weightGrams} g`],
  ]
  const texts = fields.map(([name, text]) => (text === null ? '' : element(`g:${name}`, text)))
  return `<item>\n${texts.join('')}</item>\n`
}

export const metaColumns: [title: string, cell: (item: FeedItem) => string][] = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['availability', ({ isInStock }) => (isInStock ? 'in stock' : 'out of stock')],
  ['condition', () => 'new'],
  ['price', priceOf],
  ['link', ({ link }) => link],
  ['image_link', ({ image }) => image],
  ['additional_image_link', ({ moreImages }) => listed(moreImages)],
  ['brand', ({ brand }) => brand],
  ['gtin', ({ gtin }) => gtin ?? ''],
  ['mpn', ({ mpn }) => mpn ?? ''],
  ['product_type', ({ productType }) => productType ?? ''],
]

/** They are parted by commas, and all of them together have a limit. */
function listed(addresses: string[]) {
  let text = ''
  for (const address of addresses) {
    const longer = text ? `${text},${address.replaceAll(',', '%2C')}` : address.replaceAll(',', '%2C')
    if (longer.length > 2000) break
    text = longer
  }
  return text
}

/** Without a byte order mark, which would become part of the first heading. */
export function metaFeed(batches: Batches) {
  async function* pieces() {
    yield csvLine(metaColumns.map(([title]) => title))
    for await (const batch of batches)
      yield goodOnes(batch)
        .map((item) => csvLine(metaColumns.map(([, cell]) => cell(item))))
        .join('')
  }
  return Readable.from(notEmpty(pieces()))
}

/** An empty text would end a stream of texts early. */
async function* notEmpty(texts: AsyncIterable<string>) {
  for await (const text of texts) if (text) yield text
}
