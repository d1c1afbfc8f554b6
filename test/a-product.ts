import type { Shop } from '~/app/wiring/shop.server.ts'
import { newId } from '~/platform/id.ts'
import { toDollars } from '~/platform/money.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { openStock } from '~/shop/catalogue/stock/stock.server.ts'

type ProductInput = {
  name?: string
  priceCents?: number
  depositCents?: number
  availableQty?: number
  orderQty?: number
  grams?: number
  ships?: 'parcel' | 'freight' | 'collect'
}

/** A product in stock, with its first stock movement. */
export async function aProduct({ database }: Pick<Shop, 'database'>, input: ProductInput = {}) {
  const id = newId()
  const {
    name = `Tyre ${id}`,
    priceCents = 2500,
    availableQty = 10,
    orderQty = 1,
    depositCents,
    grams,
    ships,
  } = input
  await database.change(['products'], async (tx) => {
    await tx
      .insertInto('products')
      .values({
        id,
        product_name: name,
        name_key: searchable(name),
        image: '/products/alloy-wheel-1200.webp',
        price_cents: priceCents,
        available_qty: availableQty,
        order_qty: orderQty,
        product_description: 'Round and black',
        search_text: searchable(name),
        created_at: new Date().toISOString(),
        weight_grams: grams ?? null,
        ...(depositCents && { deposit_cents: depositCents }),
        ...(ships && { ships }),
      })
      .execute()
    await openStock(tx, { productId: id, quantity: availableQty })
  })
  return { id, name, price: toDollars(priceCents), availableQty }
}

/** The stock of a product, and the sum of its stock movements. */
export async function stockOf({ database: { db } }: Pick<Shop, 'database'>, productId: string) {
  const { left } = await db
    .selectFrom('products')
    .select('available_qty as left')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const { booked } = await db
    .selectFrom('stock_movements')
    .select((e) => e.fn.sum<number>('change').as('booked'))
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return { left, booked: Number(booked) }
}
