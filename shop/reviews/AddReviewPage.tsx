import { Title } from '~/platform/ui/Title.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import { ReviewForm } from './ReviewForm.tsx'

function AddReviewPage() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <div className="grid max-w-2xl gap-6">
      <Title page="Add Review" />
      <div className="grid gap-2">
        <h1 className="text-[28px] sm:text-[36px]">Add Review</h1>
        <p className="text-muted">
          Other people read it on the home page, with your name. Say what fitted, what did not, and how it
          went.
        </p>
      </div>
      <ReviewForm user={session.user} />
    </div>
  )
}

export { AddReviewPage as Component }
