import { isGtin } from '~/shop/catalogue/numbers/number-lines.ts'

/** A part as search engines and social networks take it: `null` where there is nothing to say. */
export type FeedItem = {
  id: string
  title: string
  description: string
  link: string
  image: string
  moreImages: string[]
  isInStock: boolean
  priceCents: number
  brand: string
  gtin: string | null
  mpn: string | null
  /** “Brakes > Brake discs”. */
  productType: string | null
  weightGrams: number | null
}

/** The smaller of what Google and Meta take, so that a part is in both feeds or in none. */
export const longest = {
  id: 50,
  title: 150,
  description: 5000,
  brand: 70,
  mpn: 70,
  productType: 750,
  address: 2000,
} as const
export const mostMoreImages = 10

/** Why a part is in no feed. */
export const feedProblemWords = {
  collect: 'It is only collected: the feeds are for what is shipped',
  price: 'It has no price',
  picture: 'It has no picture of its own yet',
  picture_format: 'Its picture is neither JPEG, PNG, WebP, GIF, BMP nor TIFF',
  picture_address: 'The address of its picture is not one of the web, or too long',
  title: 'Its name cannot be read',
  title_too_long: `Its name has more than ${longest.title} characters`,
  description: 'It has no description',
  description_too_long: `Its description, with what the feeds add, has more than ${longest.description} characters`,
  html: 'Its name or description has HTML',
  brand: 'It has no brand',
  brand_too_long: `Its brand has more than ${longest.brand} characters`,
  number: 'It has neither an own number nor an EAN that is sold by',
  number_too_long: `Its own number has more than ${longest.mpn} characters`,
  gtin: 'Its EAN is none that is sold by',
  category: `The names of its categories have more than ${longest.productType} characters`,
  id: 'Its id is too long',
  link: 'Its address is not one of this shop',
} as const
export type FeedProblem = keyof typeof feedProblemWords

const html = /<[/!]?[a-z][^>]*>|&(#\d+|#x[\da-f]+|[a-z]{2,8});/i
/** Nobody may send these: XML has no way to write them. */
const unwritable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u
const pictureFormats = /\.(jpe?g|png|webp|gif|bmp|tiff?)$/i
const anyExtension = /\.[a-z]{2,5}$/i

/** Without what cannot be written into a feed. */
export const feedText = (text: string) =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(unwritable, '').trim()

/** All that is wrong with it, so that it is corrected once. */
export function feedProblems(item: FeedItem, publicUrl: string): FeedProblem[] {
  const path = pathOf(item.image)
  const wrong: Partial<Record<FeedProblem, boolean>> = {
    id: !item.id || item.id.length > longest.id,
    link: !item.link.startsWith(`${publicUrl}/`) || item.link.length > longest.address,
    title: !visible.test(item.title),
    title_too_long: item.title.length > longest.title,
    description: !visible.test(item.description),
    description_too_long: item.description.length > longest.description,
    html: html.test(item.title) || html.test(item.description),
    price: !(Number.isSafeInteger(item.priceCents) && item.priceCents > 0),
    picture: !item.image,
    picture_address:
      item.image !== '' &&
      (path === undefined || [item.image, ...item.moreImages].some((one) => one.length > longest.address)),
    picture_format: path !== undefined && anyExtension.test(path) && !pictureFormats.test(path),
    brand: !visible.test(item.brand),
    brand_too_long: item.brand.length > longest.brand,
    gtin: item.gtin !== null && !isSoldGtin(item.gtin),
    number: item.gtin === null && item.mpn === null,
    number_too_long: (item.mpn?.length ?? 0) > longest.mpn,
    category: (item.productType?.length ?? 0) > longest.productType,
  }
  return (Object.keys(wrong) as FeedProblem[]).filter((problem) => wrong[problem])
}

function pathOf(address: string) {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  return new URL(address).pathname
}

/** One more picture is left out without a word where it would not be taken. */
export const isFeedPicture = (address: string) => {
  const path = pathOf(address)
  const isOther = path !== undefined && anyExtension.test(path) && !pictureFormats.test(path)
  return path !== undefined && !isOther && address.length <= longest.address
}

/** None of those that a shop or a coupon gives itself. */
export function isSoldGtin(digits: string) {
  if (!isGtin(digits) || /^0+$/.test(digits)) return false
  if (digits.length === 8) return !/^[02]/.test(digits)
  const of13 = digits.padStart(13, '0').slice(-13)
  return !/^(02|04|05|2|98[1-4]|99)/.test(of13)
}

export const feedNames = { google: 'google.xml', meta: 'meta.csv' } as const
