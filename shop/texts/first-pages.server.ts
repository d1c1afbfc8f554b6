import { countOf } from '~/platform/figures.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import type { Business } from '~/shop/business/fields.ts'
import { linesOf } from '~/shop/business/shown.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Rates } from '~/shop/rates/rates.server.ts'
import type { Delivery, Way } from '~/shop/rates/ways.ts'
import { workingDays } from '~/shop/rates/ways.ts'
import { urls } from '~/shop/urls.ts'
import type { PageId } from './pages.ts'

/** What the pages may state as a fact, because the shop does it. */
export type ShopFacts = {
  business: Business
  config: Pick<
    Config,
    | 'deliveryFeeCents'
    | 'deliveryDays'
    | 'unpaidOrderHours'
    | 'taxRate'
    | 'paymentKeys'
    | 'google'
    | 'firebase'
    | 'smsGateway'
    | 'smtpUrl'
    | 'imageHostUrl'
    | 'newsletter'
  >
  /** What the owner has set; without it, the settings of the server count. */
  rates: Pick<Rates, 'delivery' | 'tax'>
  /** From this sum on delivery costs nothing. */
  freeDeliveryCents: number
  /** How long things are stored, in days. */
  kept: Record<
    | 'messages'
    | 'statements'
    | 'sentMails'
    | 'undeliveredMails'
    | 'sessions'
    | 'devices'
    | 'newsletters'
    | 'unconfirmed',
    number
  >
}

/** What each page says until the owner writes it: facts alone, and no right is promised. */
export const firstPages: Record<PageId, (facts: ShopFacts) => string> = {
  'delivery-and-returns': ({ business, config, rates, freeDeliveryCents }) =>
    paragraphs(
      '# Delivery',
      ...(rates.delivery ? waysOf(rates.delivery) : [feeOf(config, freeDeliveryCents)]),
      'When a parcel leaves, we mail you the number to follow it by.',
      '# Returns',
      business.returns.askDays !== '0'
        ? `You can ask to return a part within ${countOf(Number(business.returns.askDays), 'day')}: open the purchase in [My Orders](${urls.myOrders()}) and choose Return. We answer by mail and tell you where to send it.`
        : `You can ask to return a part: open the purchase in [My Orders](${urls.myOrders()}) and choose Return. We answer by mail.`,
      'When the part is here, the money goes back to the card that you paid with.',
      ...(business.returns.days === '0' ? [] : withdrawalIn(business)),
      '# Deposits for old parts',
      `Some parts cost a deposit beside their price. It goes back to the card that you paid with when you return your old part${business.returns.depositDays === '0' ? '' : ` within ${countOf(Number(business.returns.depositDays), 'day')} after the new one has arrived`}, and with the new part when you return that. Open the purchase in [My Orders](${urls.myOrders()}) and choose Return the old part.`,
    ),
  privacy: ({ business, config, kept }) =>
    paragraphs(
      `Responsible for your data is ${business.seller.name}, whose address is in the [imprint](${urls.page('imprint')}).`,
      '# What we store',
      list(
        'Your account: name, email, a hash of your password, and a phone number if you use it as a second factor.',
        'Your orders with address, receipts and payments. Receipts stay as long as the law asks the shop to keep its books.',
        'Your cart, the cars of your garage, the parts you wait for, and reviews with your name.',
        `Messages that you send us: ${countOf(kept.messages, 'day')}.`,
        `Your address for the newsletter, if you have asked for it, until you leave it: each one has a link for that. ${config.newsletter.confirm ? `We write to you once you have followed the link of a first mail; without that we forget the address after ${countOf(kept.unconfirmed, 'day')}. ` : ''}Which newsletters you were sent: ${countOf(kept.newsletters, 'day')}. Whether you read them we do not know.`,
        ...(business.returns.days === '0'
          ? []
          : [
              `What you state when you withdraw from a purchase, with the purchase; what came to nothing: ${countOf(kept.statements, 'day')}.`,
            ]),
        `What a mail was about that we sent you: ${countOf(kept.sentMails, 'day')}. One that could not be delivered: ${countOf(kept.undeliveredMails, 'day')}.`,
      ),
      '# Cookies',
      `A cookie holds your session for ${countOf(kept.sessions, 'day')}, another knows your device again for ${countOf(kept.devices, 'day')}, so that nobody can lock you out by typing wrong passwords. While you register, one remembers that for a day. There are no cookies for advertising, and we do not follow you to other sites.`,
      '# Who else receives data',
      list(
        ...(config.paymentKeys ? ['Stripe takes your card: we never see its number.'] : []),
        ...(config.google ? ['Google, if you log in with it.'] : []),
        ...(config.firebase ? ['Firebase, where people log in.'] : []),
        ...(config.smsGateway ? ['Twilio, which sends the codes of your second factor.'] : []),
        ...(business.contact.map
          ? [`${new URL(business.contact.map).host}, which draws the map of the contact page.`]
          : []),
        ...(config.imageHostUrl ? [`${new URL(config.imageHostUrl).host}, where pictures are stored.`] : []),
        'The carrier that brings your parcel gets name, address and phone number.',
      ),
      '# Your data',
      `In your profile you can download all that we hold on you, and delete your account. Orders then lose your name, receipts keep what the law asks for. Questions: ${business.contact.email || business.contact.phone}.`,
    ),
  terms: ({ business, config, rates }) =>
    paragraphs(
      `You buy from ${business.seller.name}. Who that is stands in the [imprint](${urls.page('imprint')}).`,
      '# Prices and payment',
      rates.tax
        ? `Prices include ${rates.tax.name}, by where the parts go; the receipt says how much.`
        : config.taxRate > 0
          ? `Prices include ${config.taxRate / 1000} % tax.`
          : 'What a price says is what you pay.',
      'You pay by card when you order. A part in the cart is not reserved; a part that you ordered is.',
      ...(config.unpaidOrderHours > 0
        ? [
            `An order that is not paid within ${countOf(config.unpaidOrderHours, 'hour')} is cancelled, and its parts are for sale again.`,
          ]
        : []),
      '# Delivery and returns',
      `How parts reach you, and what it costs to bring them, is on the page [Delivery and returns](${urls.page('delivery-and-returns')}).`,
    ),
  imprint: ({ business: { seller, contact } }) =>
    paragraphs(
      [seller.name, ...linesOf(seller.address)].join('  \n'),
      ...(seller.taxId ? [`Tax number: ${seller.taxId}`] : []),
      ...(contact.phone ? [`Phone: ${contact.phone}`] : []),
      ...(contact.email ? [`Email: [${contact.email}](mailto:${contact.email})`] : []),
    ),
  about: ({ business: { shop, contact } }) =>
    paragraphs(
      shop.slogan,
      '# Where to find us',
      linesOf(contact.address).join('  \n'),
      list(...linesOf(contact.hours)),
      `[Write to us or see the map](${urls.contact()})`,
    ),
}

/** A right, as the shop grants it. */
function withdrawalIn({ returns: { days, places, payer, address }, seller }: Business) {
  const returnTo = address ? linesOf(address) : [seller.name, ...linesOf(seller.address)]
  return [
    '# Withdrawal',
    `${places === 'everybody' ? 'You may' : 'If the parts go to the European Union or the European Economic Area, you may'} withdraw from a purchase, or from some of its parts, without giving a reason: from the order on until the end of ${countOf(Number(days), 'day')} after its last part has arrived.`,
    `Open the purchase in [My Orders](${urls.myOrders()}) and choose “Withdraw from contract here”, or use the page [Withdraw from contract](${urls.withdraw()}). We confirm by mail what you have stated, and when.`,
    `What is not packed yet is not sent, and we ask at once for its money to go back to your card. What has left us you send back within 14 days to ${plain(returnTo.join(', '))}. ${payer === 'shop' ? 'We pay for that.' : 'You pay for that.'} Its money goes back to the card within 14 days of your statement; we may wait until the parts are here, or until you have shown that you sent them.`,
    'Who withdraws from all of a purchase gets back what its delivery cost, or would have cost by the cheapest way that we offered.',
  ]
}

const feeOf = (
  { deliveryFeeCents, deliveryDays }: Pick<Config, 'deliveryFeeCents' | 'deliveryDays'>,
  freeDeliveryCents: number,
) =>
  [
    deliveryFeeCents > 0
      ? `Delivery costs ${dollars(deliveryFeeCents)} a purchase. It is free for parts of more than ${dollars(freeDeliveryCents)}.`
      : 'Delivery is included in every price.',
    `A parcel arrives ${workingDays(deliveryDays)} after payment.`,
  ].join(' ')

/** The owner's zones in their words; the cart shows what the parts in it cost to bring. */
const waysOf = ({ zones, collection }: Delivery) => [
  list(
    ...zones.flatMap(({ name, ways }) =>
      ways.filter(({ isOff }) => !isOff).map((way) => `${plain(name)}: ${plain(way.name)}, ${priceOf(way)}`),
    ),
  ),
  ...(collection
    ? [`You can collect parts at the workshop: ${plain(linesOf(collection.address).join(', '))}.`]
    : []),
  'The cart shows what delivery to you costs before you order.',
]

function priceOf({ by, steps, freeFromCents, days }: Way) {
  const cents = steps.map((step) => step.cents)
  const [least, most] = [Math.min(...cents), Math.max(...cents)]
  const price = least === most ? dollars(least) : `${dollars(least)} to ${dollars(most)}`
  return [
    by === 'flat' || least === most
      ? price
      : `${price} by ${by === 'weight' ? 'weight' : 'the sum of the parts'}`,
    ...(freeFromCents !== undefined ? [`free from ${dollars(freeFromCents)} on`] : []),
    `${workingDays(days)} after payment`,
  ].join(', ')
}

/** The owner's words are words, not Markdown. */
const plain = (words: string) => words.replace(/[\\`*_[\]<>#|]/g, '\\$&')

const paragraphs = (...parts: string[]) => parts.filter(Boolean).join('\n\n')
const list = (...items: string[]) => items.map((item) => `- ${item}`).join('\n')
const dollars = (cents: number) => formatDollars(toDollars(cents))
