import { countOf } from '~/platform/figures.ts'
import { mailBody } from '~/platform/mail/paragraphs.ts'
import { formatDollars } from '~/platform/money.ts'
import type { Product } from '~/shop/catalogue/contract.ts'

/** Sent once; a customer who comes too late asks again. */
export const backInStockMail = (
  to: string,
  { productName, availableQty, image, price }: Product,
  page: string,
) => ({
  to,
  subject: `${productName} is back`,
  isSigned: true,
  ...mailBody([
    'Hello,',
    {
      text: `you asked us to tell you: ${productName} can be ordered again. At this moment we have ${countOf(availableQty, 'piece')}.`,
      block: `you asked us to tell you, and it can be ordered again. At this moment we have ${countOf(availableQty, 'piece')}.`,
    },
    {
      block: {
        lines: [{ name: productName, note: '', picture: image, amount: formatDollars(price) }],
        sums: [],
      },
    },
    page,
    'This is the only mail about it, and nothing is held for you.',
  ]),
})
