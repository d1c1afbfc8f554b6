import type { Db, Tx } from '~/platform/db/database.server.ts'
import { insertNumbers } from '~/shop/catalogue/numbers/store-numbers.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { openStock } from '~/shop/catalogue/stock/stock.server.ts'
import { vehicleRow } from '~/shop/vehicles/rules.ts'
import { demoBlogs } from './blogs.ts'
import { demoFitments } from './fitments.ts'
import { demoProducts } from './products.ts'
import { demoBought, demoCount, demoRelated } from './related.ts'
import { demoReviews } from './reviews.ts'
import { demoAttributes, demoVehicles } from './vehicles.ts'

const openedAt = Date.parse('2026-01-05T08:00:00.000Z')
/** One second apart, so that the order of the lists is the order of the files. */
const nthSecond = (n: number) => new Date(openedAt + n * 1000).toISOString()

/** Only a shop that never had anything in it is filled: a blog or a version of one that was deleted is the sign. */
export async function fillEmptyShop(db: Db) {
  for (const table of ['blogs', 'blog_versions'] as const)
    if (await db.selectFrom(table).select('question').limit(1).executeTakeFirst()) return
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('products').values(demoProducts.map(productRow)).execute()
    await insertNumbers(tx, demoProducts)
    for (const { id, availableQty } of demoProducts)
      await openStock(tx, { productId: id, quantity: availableQty })
    await tx
      .insertInto('blogs')
      .values(demoBlogs.map((blog, n) => ({ ...blog, created_at: nthSecond(n), publish_at: nthSecond(0) })))
      .execute()
    await tx.insertInto('reviews').values(demoReviews.map(reviewRow)).execute()
    await fillVehicles(tx)
    await tx.insertInto('related_parts').values(demoRelated).execute()
    await tx.insertInto('bought_together').values(demoBought).execute()
    await tx.updateTable('bought_together_counts').set(demoCount).execute()
  })
}

const comparedByNothing = { category_id: '', measure: '', compared: '' } as const

async function fillVehicles(tx: Tx) {
  await tx
    .insertInto('vehicles')
    .values(demoVehicles.map((car) => vehicleRow(car, nthSecond(0))))
    .execute()
  await tx
    .insertInto('fit_attributes')
    .values(demoAttributes.map((attribute, position) => ({ ...comparedByNothing, ...attribute, position })))
    .execute()
  const options = demoVehicles.flatMap(({ id, options = {} }) =>
    Object.entries(options).flatMap(([attribute, values]) =>
      values.map((value, position) => ({ vehicle_id: id, attribute, value, position })),
    ),
  )
  await tx.insertInto('vehicle_options').values(options).execute()
  await tx.insertInto('fitments').values(demoFitments.map(fitmentRow)).execute()
}

const fitmentRow = (fitment: (typeof demoFitments)[number], n: number) => ({
  id: `demo-${n}`,
  product_id: fitment.productId,
  vehicle_id: fitment.vehicleId,
  position: fitment.position ?? '',
  quantity: fitment.quantity,
  built_from: fitment.builtFrom ?? '',
  built_to: fitment.builtTo ?? '',
  conditions: fitment.conditions ?? '',
  must_check: '',
  remark: fitment.remark ?? '',
  source: '',
})

const productRow = (product: (typeof demoProducts)[number], n: number) => ({
  id: product.id,
  product_name: product.productName,
  name_key: searchable(product.productName),
  image: `/products/${product.id}-1200.webp`,
  more_pictures: (product.pictures ?? [])
    .map((kind) => `/products/${product.id}-${kind}-1200.webp`)
    .join('\n'),
  unit: product.unit ?? '',
  in_the_box: product.inTheBox ?? '',
  price_cents: product.priceCents,
  deposit_cents: product.depositCents ?? 0,
  available_qty: product.availableQty,
  order_qty: product.orderQty,
  product_description: product.productDescription,
  search_text: searchable(`${product.productName} ${product.productDescription} ${product.brand}`),
  brand: product.brand,
  numbers: product.numbers,
  fit_kind: product.fitKind,
  category_id: product.category,
  attributes: product.attributes,
  created_at: nthSecond(n),
})

const reviewRow = (review: (typeof demoReviews)[number]) => ({
  id: review.id,
  review_text: review.reviewText,
  rating: review.rating,
  review_date: review.reviewDate,
  author_id: null,
  author_name: review.authorName,
  author_photo: null,
  checked_at: review.reviewDate,
})
