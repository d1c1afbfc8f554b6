import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { ownReviewRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { privateGet } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'
import type { OwnReview, PartToReview } from './own/contract.ts'
import { ReviewForm } from './ReviewForm.tsx'
import { ReviewText } from './ReviewText.tsx'
import { hideReasons } from './rules.ts'

type Loaded = { parts: PartToReview[]; reviews: OwnReview[] }

/** What cannot be loaded now is not there: about the shop one can write all the same. */
export const loader = async (): Promise<Loaded> => {
  const [parts, reviews] = await Promise.all([
    privateGet(ownReviewRoutes.listPartsToReview).catch(() => undefined),
    privateGet(ownReviewRoutes.listMyReviews).catch(() => undefined),
  ])
  return { parts: parts ?? [], reviews: reviews ?? [] }
}

function AddReviewPage() {
  const session = useSession()
  const { parts, reviews } = useLoaderData<Loaded>()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  if (session.status !== 'signed-in') return null
  const reload = () => void revalidate()
  return (
    <div className="grid max-w-2xl gap-6">
      <Title page="Add Review" />
      <div className="grid gap-2">
        <h1 className="text-[28px] sm:text-[36px]">Add Review</h1>
        <p className="text-muted">
          Other people read it, with your name, on the home page or beside the part. Say what fitted, what did
          not, and how it went.
        </p>
      </div>
      <ReviewForm user={session.user} parts={parts} about={query.get('part') ?? ''} onSaved={reload} />
      {reviews.length > 0 && (
        <section aria-labelledby="own-reviews" className="grid gap-4">
          <h2 id="own-reviews" className="text-[22px]">
            Your reviews
          </h2>
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <li key={review._id} id={`review-${review._id}`}>
                <OwnReviewCard review={review} user={session.user} onChanged={reload} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

export { AddReviewPage as Component }

type Props = {
  review: OwnReview
  user: { name: string; uid: string; photo: string | null }
  onChanged: () => void
}

function OwnReviewCard({ review, user, onChanged }: Props) {
  const [task, setTask] = useState<'edit' | 'delete'>()
  const name = review.productName ?? 'the shop'
  const done = () => {
    setTask(undefined)
    onChanged()
  }
  if (task === 'edit')
    return (
      <ReviewForm
        user={user}
        parts={[]}
        about=""
        editing={review}
        onSaved={done}
        onCancel={() => setTask(undefined)}
      />
    )
  return (
    <article className="panel grid gap-3 p-5 shadow-none" aria-label={`Review of ${name}`}>
      <p className="text-sm text-muted">
        {review.productId ? (
          <Link to={urls.product(review.productId)} className="text-link">
            {review.productName}
          </Link>
        ) : (
          'About the shop'
        )}
      </p>
      <ReviewText review={review} />
      {review.hiddenFor && (
        <p className="rounded-control bg-warn-tint px-3 py-2 text-sm text-warn">
          Nobody else sees this review. {hideReasons[review.hiddenFor]}. You can edit it, and we look at it
          again.
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-quiet btn-small" onClick={() => setTask('edit')}>
          Edit<span className="sr-only"> the review of {name}</span>
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => setTask('delete')}>
          Delete<span className="sr-only"> the review of {name}</span>
        </button>
      </p>
      {task === 'delete' && (
        <ConfirmDialog
          onNo={() => setTask(undefined)}
          onYes={() =>
            authApi(ownReviewRoutes.deleteReview, { params: { id: review._id } })
              .then(() => toast('success', 'Review deleted'), toastError)
              .finally(done)
          }
        >
          <p>You won't be able to revert this!</p>
        </ConfirmDialog>
      )}
    </article>
  )
}
