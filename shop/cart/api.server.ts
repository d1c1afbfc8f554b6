import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import { isStaff } from '~/platform/roles.ts'
import { cartRoutes } from '~/shop/account-routes.ts'
import { placeOf } from '~/shop/addresses/place.ts'
import { defaultAddress } from '~/shop/addresses/store.server.ts'
import { shownProducts } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Guesser } from '~/shop/discounts/guesses.server.ts'
import { limitGuesses } from '~/shop/discounts/guesses.server.ts'
import { createCodes } from '~/shop/discounts/store.server.ts'
import { fitsOfLines, shownFit } from '~/shop/fitment/ordered-fit.server.ts'
import { onceWith } from '~/shop/orders/place/claims.server.ts'
import { orderingPace, refuse as refuseOrder } from '~/shop/orders/place/contract.ts'
import type { PlaceOptions, Wanted } from '~/shop/orders/place/place-purchase.server.ts'
import { createPlacePurchase } from '~/shop/orders/place/place-purchase.server.ts'
import { ordersOfPurchase } from '~/shop/orders/purchases.server.ts'
import { dueCentsOf, isPayable } from '~/shop/orders/rules.ts'
import { hasBought } from '~/shop/orders/store.server.ts'
import { deliveryTo } from '~/shop/rates/api.server.ts'
import type { OpenRates } from '~/shop/rates/rates.server.ts'
import { linesAgain } from './again.ts'
import type { Cart } from './contract.ts'
import { cartContract, refuse } from './contract.ts'
import type { CartLine, CartLists } from './rules.ts'
import { cartOf, mergeInto, removeOrdered, setLine } from './store.server.ts'

type CartParts = {
  database: Database
  config: PlaceOptions['config'] & Pick<Config, 'mostOrdersPerMinute'>
  rates: OpenRates
  business: PlaceOptions['business']
  counters: Counters
}

export function cartApi({ database, config, rates, business, counters }: CartParts) {
  const { db } = database
  const placePurchase = createPlacePurchase({
    database,
    config,
    rates,
    business,
    alongside: (placed) => removeOrdered(db, placed),
  })
  const asSeen = async ({ lines, saved }: CartLists, customerId?: string): Promise<Cart> => {
    const deliverTo = customerId ? await defaultAddress(db, customerId) : undefined
    const shown = await withProducts(db, [...lines, ...saved])
    return {
      lines: shown.slice(0, lines.length),
      saved: shown.slice(lines.length),
      deliveryFee: toDollars(config.deliveryFeeCents),
      deliverTo,
      delivery: deliveryTo(await rates.current(), deliverTo && placeOf(deliverTo)),
    }
  }
  const forbidden = () => refuse('no_cart_for_staff')
  const codes = createCodes(database)
  const guesses = limitGuesses(counters)
  const offered = async ({ code, lines }: { code: string; lines: CartLine[] }, from: Guesser) => {
    const productIds = [...new Set(lines.map(({ productId }) => productId))]
    const found = await guesses.limit(from, () =>
      codes.look(code, { customerId: from.customerId, productIds, hasBought: (id) => hasBought(db, id) }),
    )
    if (found.refusal) throw found.refusal
    return { ...found.terms, productIds: productIds.filter(found.isFor) }
  }

  return endpoints(cartRoutes, cartContract, {
    getCart: {
      access: 'not-staff',
      forbidden,
      summary: "The customer's cart, with the parts as they are now",
      handler: async ({ caller }) => asSeen(await cartOf(db, caller.userId), caller.userId),
    },
    setCartLine: {
      access: 'not-staff',
      forbidden,
      summary:
        'Puts a part into the cart, saves it for later, or changes how many; a quantity of 0 removes it from that list',
      handler: async ({ body: { saved, ...line }, caller }) =>
        asSeen(await setLine(database, caller.userId, line, saved ? 'saved' : 'lines'), caller.userId),
    },
    mergeCart: {
      access: 'not-staff',
      forbidden,
      summary:
        'Adds what a visitor has chosen and saved for later, with the larger quantity of each part and size',
      handler: async ({ body, caller }) =>
        asSeen(await mergeInto(database, caller.userId, body), caller.userId),
    },
    checkCart: {
      access: 'everyone',
      perMinute: 120,
      summary: "What the parts of a visitor's cart cost now, and how many there are; nothing is stored",
      handler: async ({ body }) => asSeen(body),
    },
    askDiscount: {
      access: 'everyone',
      perMinute: 30,
      summary: 'What a code promises the parts of a visitor’s cart; wrong ones are counted by network',
      handler: ({ body, request }) => offered(body, { address: request.ip }),
    },
    askOwnDiscount: {
      access: 'not-staff',
      perMinute: 30,
      forbidden,
      summary: 'The same for a customer; wrong ones are counted by account, too',
      handler: ({ body, caller, request }) =>
        offered(body, { address: request.ip, customerId: caller.userId }),
    },
    orderAgain: {
      access: 'owner',
      summary:
        'Puts the parts of a purchase, or one of them, into the cart again, as far as there are any, and says what is missing',
      async handler({ params, body, caller }) {
        if (isStaff(caller.role)) throw refuse('no_cart_for_staff')
        const ordered = await orderedIn(db, params.id, caller.userId, body?.orderId)
        const products = await shownProducts(db, [...new Set(ordered.map(({ productId }) => productId))])
        const byId = new Map(products.map((product) => [product._id, product]))
        const { lines, shortages } = linesAgain(ordered, (id) => byId.get(id))
        const forCar = lines.map((line) => ({ ...line, car: body?.car }))
        const added = await mergeInto(database, caller.userId, { lines: forCar, saved: [] })
        return { cart: await asSeen(added, caller.userId), shortages }
      },
    },
    checkout: {
      access: 'not-staff',
      pace: orderingPace(config),
      forbidden,
      summary:
        'Orders all lines as one purchase, or none; with an Idempotency-Key, sending it twice is one purchase',
      async handler({ body: { lines, total, code, ...to }, caller, request }) {
        const ordered = lines.map(({ price: _, ...line }) => line)
        const place = () =>
          placePurchase(
            caller,
            { ...asPurchase(ordered, total), to, code },
            onceWith(request, { lines: ordered, totalCents: total, ...to, ...(code && { code }) }),
          )
        const from = { address: request.ip, customerId: caller.userId }
        const purchaseId = await (code ? guesses.limit(from, place) : place())
        return { purchaseId, orderId: purchaseId }
      },
    },
  })
}

/** What was bought then; of a purchase that was cancelled, what would have been. */
async function orderedIn(db: Db, purchaseId: string, customerId: string, orderId?: string) {
  const all = await ordersOfPurchase(db, purchaseId)
  const orders = orderId === undefined ? all : all.filter(({ id }) => id === orderId)
  if (orders.length === 0) throw refuse('unknown_purchase')
  if (orders.some(({ customer_id }) => customer_id !== customerId)) throw refuse('not_yours')
  const bought = orders.filter(({ state }) => state !== 'cancelled')
  return (bought.length > 0 ? bought : orders).map(({ product_id, product_name, size, quantity }) => ({
    productId: product_id,
    productName: product_name,
    size,
    quantity,
  }))
}

async function withProducts(db: Db, lines: CartLine[]) {
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const products = new Map((await shownProducts(db, ids)).map((product) => [product._id, product]))
  const fits = await fitsOfLines(db, lines)
  return lines.map((line, n) => {
    const product = products.get(line.productId)
    if (!product) return line
    const { productName, image, price, deposit, unit, availableQty, orderQty, weightGrams, ships } = product
    const fit = fits[n]
    return {
      ...line,
      ...(fit && { fit: { ...shownFit(fit), question: fit.question } }),
      product: {
        productName,
        image,
        price,
        deposit,
        unit,
        availableQty,
        orderQty,
        grams: weightGrams === '' ? null : weightGrams,
        ships,
      },
    }
  })
}

/** Refused with all that has changed since the customer saw the cart: its page says so beside each line. */
const asPurchase = (lines: Wanted['lines'], totalCents: number): Wanted => ({
  lines,
  isFree: totalCents === 0,
  requireAsSeen(bill) {
    const { problems } = bill
    const cents = dueCentsOf(bill)
    if (problems.length > 0) throw refuseOrder('lines_not_available', { details: { lines: problems } })
    if (cents !== totalCents) throw refuseOrder('total_changed', { details: { total: toDollars(cents) } })
    if (!isPayable(cents)) throw refuseOrder('not_chargeable')
  },
})
