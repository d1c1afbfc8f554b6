import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { textIn } from '~/platform/import/xml-elements.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { PiesRule } from './contract.ts'
import type { PiesFile } from './read-pies.server.ts'
import { said, segment } from './read-pies.server.ts'

type Asked = {
  file: PiesFile
  rule: PiesRule
  /** The day on which prices must hold. */
  on: string
  note: (message: string) => void
}

/** Price and deposit by the owner's rule, in dollars. A price that may be meant for somebody else is none. */
export function pricesOf(item: XmlElement, { file, rule, on, note }: Asked) {
  const price = rule.price && cents(rule.price, rule.factor)
  const deposit = rule.deposit && cents(rule.deposit, '1')
  const taken = price && rule.endsIn99 ? price - (price % 100) + 99 : price
  const lowest = taken && cents('RMP', '1', () => {})
  if (taken && lowest && taken < lowest)
    note('Below the lowest price that the maker allows to be advertised (RMP)')
  return {
    ...(taken && { price: String(toDollars(taken)) }),
    ...(deposit && { deposit: String(toDollars(deposit)) }),
  }

  function cents(type: string, factor: string, complain = note) {
    const all = segment(item, 'Prices', 'Pricing').filter((found) => said(found, 'PriceType') === type)
    const offers = all.map((found) => offerOf(found, file))
    const usable = offers.filter((offer) => problemOf(offer, on) === undefined)
    for (const offer of usable.length > 0 ? [] : offers) complain(problemOf(offer, on)!)
    const latest = usable
      .map(({ from }) => from)
      .sort()
      .at(-1)
    const newest = usable.filter(({ from }) => from === latest)
    const [amount, another] = [...new Set(newest.map((offer) => multiplied(offer.amount, factor)))]
    if (another === undefined) return amount
    complain(`Several prices ${type} hold at once: none is taken`)
    return undefined
  }
}

type Offer = ReturnType<typeof offerOf>

/** What it does not say itself is on its sheet. */
function offerOf(pricing: XmlElement, file: PiesFile) {
  const sheet = file.sheets.get(textIn(pricing, 'PriceSheetNumber'))
  const either = (name: string) => textIn(pricing, name) || textIn(sheet, name)
  const price = pricing.children.find(({ name }) => name === 'Price')
  return {
    amount: price?.text ?? '',
    unit: price?.attributes.UOM ?? '',
    currency: either('CurrencyCode') || file.currency || 'USD',
    from: either('EffectiveDate'),
    to: either('ExpirationDate'),
    pieces: Number(textIn(pricing, 'PriceBreak') || 1),
    multiplier: Number(textIn(pricing, 'PriceMultiplier') || 1),
  }
}

/** By the piece. */
const units = new Set(['', 'EA', 'PE'])

function problemOf({ amount, unit, currency, from, to, pieces, multiplier }: Offer, on: string) {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(amount)) return 'A price that is no number is left out'
  if (currency !== 'USD') return `Prices in ${currency.slice(0, 3)} are left out`
  if (!units.has(unit)) return `Prices for other units than a piece (${unit.slice(0, 2)}) are left out`
  if (!(pieces <= 1)) return 'Prices from a quantity on are left out'
  if (multiplier !== 1) return 'Prices with a multiplier are left out'
  if (from > on) return 'Prices that do not hold yet are left out'
  if (to && to < on) return 'Prices that have expired are left out'
  return undefined
}

/** To the cent, half of one up: the lists have four decimals. */
function multiplied(amount: string, factor: string) {
  const [price, times] = [exact(amount), exact(factor)]
  const doubled = price.digits * times.digits * 200n
  const whole = 10n ** BigInt(price.decimals + times.decimals)
  return Number((doubled + whole) / (2n * whole))
}

function exact(text: string) {
  const [whole = '0', decimals = ''] = text.split('.')
  return { digits: BigInt(whole + decimals), decimals: decimals.length }
}
