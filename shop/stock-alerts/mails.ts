import { countOf } from '~/platform/figures.ts'
import type { Product } from '~/shop/catalogue/contract.ts'

/** Sent once; a customer who comes too late asks again. */
export const backInStockMail = (to: string, { productName, availableQty }: Product, page: string) => ({
  to,
  subject: `${productName} is back`,
  text: [
    'Hello,',
    `you asked us to tell you: ${productName} can be ordered again. At this moment we have ${countOf(availableQty, 'piece')}.`,
    page,
    'This is the only mail about it, and nothing is held for you.',
    'Car Parts',
  ].join('\n\n'),
})
