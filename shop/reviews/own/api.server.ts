import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Endpoint } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { ownReviewRoutes } from '~/shop/account-routes.ts'
import { productsByIds, shownProduct, shownProducts } from '~/shop/catalogue/store.server.ts'
import type { BoughtPart } from '~/shop/orders/bought.server.ts'
import { boughtParts } from '~/shop/orders/bought.server.ts'
import { refuse } from '../contract.ts'
import { createVotes, helpfulFor, reportReview } from '../marks.server.ts'
import type { HideReason } from '../rules.ts'
import { toPartReview } from '../store.server.ts'
import { deleteReview, editReview } from '../write-review.server.ts'
import type { MyReview, OwnReview, PartToReview } from './contract.ts'
import { ownReviewContract } from './contract.ts'

const forStaff = () => refuse('not_for_staff')

/** What customers do with reviews, their own and those of others. */
export function ownReviewsApi(database: Database): Endpoint[] {
  const vote = createVotes(database)
  return endpoints(ownReviewRoutes, ownReviewContract, {
    listMyReviews: {
      access: 'signed-in',
      summary: 'What the caller has written, newest first, also what is hidden, with the reason',
      handler: ({ caller }) => myReviews(database.db, caller.userId),
    },
    listPartsToReview: {
      access: 'not-staff',
      forbidden: forStaff,
      summary: 'What the caller has bought and not reviewed yet',
      handler: ({ caller }) => partsToReview(database.db, caller.userId),
    },
    getMyReview: {
      access: 'not-staff',
      forbidden: forStaff,
      summary: 'Whether the caller may review this part, and which of its reviews they found helpful',
      async handler({ params, caller }) {
        if (!(await shownProduct(database.db, params.id))) throw refuse('unknown_part')
        return myReview(database.db, caller.userId, params.id)
      },
    },
    editReview: {
      access: 'owner',
      summary: 'Changes one’s own review; one that is hidden stays so until the shop has looked at it',
      perMinute: 20,
      async handler({ params, body, caller }) {
        await editReview(database, caller, params.id, body)
        return { modifiedCount: 1 as const }
      },
    },
    deleteReview: {
      access: 'owner',
      summary: 'Deletes one’s own review',
      async handler({ params, caller }) {
        await deleteReview(database, caller, params.id)
        return { deletedCount: 1 as const }
      },
    },
    markHelpful: {
      access: 'not-staff',
      forbidden: forStaff,
      summary: 'Says that a review is helpful, or no longer; once a person, and not about one’s own',
      perMinute: 60,
      handler: async ({ params, body, caller }) => ({
        helpful: await vote(caller, params.id, body.helpful),
      }),
    },
    reportReview: {
      access: 'not-staff',
      forbidden: forStaff,
      summary: 'Asks the shop to look at a review, with one of the reasons for hiding; it stays until then',
      perMinute: 20,
      async handler({ params, body, caller }) {
        await reportReview(database, caller, params.id, body.reason)
        return { modifiedCount: 1 as const }
      },
    },
  })
}

async function myReviews(db: Db, userId: string): Promise<OwnReview[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('author_id', '=', userId)
    .orderBy('review_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const products = await namesOf(
    db,
    rows.flatMap(({ product_id }) => product_id ?? []),
  )
  const bought = byPart(await boughtParts(db, userId))
  return rows.map((row) => {
    const car = row.product_id ? bought.get(row.product_id)?.car : undefined
    return {
      ...toPartReview(row),
      ...(row.product_id && { productId: row.product_id, productName: products.get(row.product_id) }),
      ...(car && { boughtForCar: car }),
      ...(row.hidden_at && { hiddenFor: row.hidden_reason as HideReason }),
    }
  })
}

const byPart = (parts: BoughtPart[]) => new Map(parts.map((part) => [part.productId, part]))

async function namesOf(db: Db, ids: string[]) {
  const products = ids.length > 0 ? await productsByIds(db, ids) : []
  return new Map(products.map(({ _id, productName }) => [_id, productName]))
}

async function partsToReview(db: Db, userId: string): Promise<PartToReview[]> {
  const bought = byPart(await boughtParts(db, userId))
  const reviewed = await reviewsBy(db, userId)
  const open = [...bought.keys()].filter((id) => !reviewed.has(id))
  const products = open.length > 0 ? await shownProducts(db, open) : []
  return products.map(({ _id, productName, image }) => {
    const car = bought.get(_id)!.car
    return { productId: _id, productName, image, ...(car && { car }) }
  })
}

/** By the parts that they are about. */
async function reviewsBy(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'product_id'])
    .where('author_id', '=', userId)
    .where('product_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, product_id }) => [product_id!, id]))
}

async function myReview(db: Db, userId: string, productId: string): Promise<MyReview> {
  const reviewId = (await reviewsBy(db, userId)).get(productId)
  const bought = reviewId ? [] : await boughtParts(db, userId, productId)
  return {
    mayReview: bought.length > 0,
    ...(reviewId && { reviewId }),
    helpful: await helpfulFor(db, userId, productId),
  }
}
