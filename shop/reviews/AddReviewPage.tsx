import type { ChangeEvent, FormEvent } from 'react'
import { useRef, useState } from 'react'
import { TextField } from '~/platform/ui/Field.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { ownValidation } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { reviewRoutes } from '~/shop/routes.ts'
import { characters, longestReview, notValid, reviewHint, withinLimit } from './rules.ts'

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

type Props = { user: { name: string; uid: string; photo: string | null } }

function ReviewForm({ user }: Props) {
  const [text, setText] = useState('')
  const [rating, setRating] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const closeNotice = useRef(() => {})

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isComplete(text, rating)) {
      closeNotice.current()
      closeNotice.current = toast('error', notValid)
      return
    }
    if (isSending) return
    setIsSending(true)
    try {
      const { name, uid, photo } = user
      const author = { name, uid, photo }
      const review = { reviewText: text, rating, reviewDate: new Date().toISOString(), author }
      await authApi(reviewRoutes.addReview, { body: review })
      toast('success', 'Review added successfully')
      setText('')
      setRating(0)
    } catch (error) {
      toastError(error)
    } finally {
      setIsSending(false)
    }
  }
  function write(event: ChangeEvent<HTMLTextAreaElement>) {
    const typed = enforceLimit(event.target)
    setText(typed)
    if (isComplete(typed, rating)) closeNotice.current()
  }
  function rate(stars: number) {
    setRating(stars)
    if (isComplete(text, stars)) closeNotice.current()
  }

  return (
    <form
      onSubmit={(event) => void send(event)}
      ref={ownValidation}
      className="panel grid gap-5 p-5 sm:p-6"
      aria-label="Review"
    >
      <RatingChoice rating={rating} choose={rate} />
      <div className="grid gap-1.5">
        <TextField label="Your review" name="reviewText" value={text} onChange={write} required />
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium text-warn">
            {reviewHint(text, user.name)}
          </span>
          <span className="text-muted">
            {characters(text)} of {longestReview} characters
          </span>
        </p>
      </div>
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Add Review'}
      </button>
    </form>
  )
}

const isComplete = (text: string, rating: number) => rating > 0 && text.trim() !== ''

/** Not `maxlength`, which counts an emoji as two. The caret stays in place. */
function enforceLimit(field: HTMLTextAreaElement) {
  const { text, caret } = withinLimit(field.value, field.selectionEnd)
  if (text !== field.value) {
    field.value = text
    field.setSelectionRange(caret, caret)
  }
  return text
}

/** Radio buttons styled as stars: keyboard and screen readers work as usual. */
const RatingChoice = ({ rating, choose }: { rating: number; choose: (rating: number) => void }) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">Rating</legend>
    <div className="-ml-2 flex text-[22px] text-accent-text">
      {[1, 2, 3, 4, 5].map((n) => (
        <label key={n} className="icon-button">
          <input
            type="radio"
            name="rating"
            value={n}
            checked={rating === n}
            onChange={() => choose(n)}
            className="sr-only"
          />
          <Icon name="star" filled={n <= rating} />
          <span className="sr-only">{n === 1 ? '1 star' : `${n} stars`}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
