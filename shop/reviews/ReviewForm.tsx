import type { ChangeEvent } from 'react'
import { useRef, useState } from 'react'
import { SelectField, TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { ownReviewRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { reviewRoutes } from '~/shop/routes.ts'
import type { OwnReview, PartToReview } from './own/contract.ts'
import { characters, longestReview, notValid, reviewHint, withinLimit } from './rules.ts'

type Props = {
  user: { name: string; uid: string; photo: string | null }
  /** Bought, and not reviewed yet. */
  parts: PartToReview[]
  /** The part that it is about from the start, if it is one of these. */
  about: string
  /** The review that is changed. */
  editing?: OwnReview | undefined
  onSaved: () => void
  onCancel?: () => void
}

export function ReviewForm({ user, parts, about, editing, onSaved, onCancel }: Props) {
  const [productId, setProductId] = useState(about)
  const [text, setText] = useState(editing?.reviewText ?? '')
  const [rating, setRating] = useState(editing?.rating ?? 0)
  const [withCar, setWithCar] = useState(editing?.car !== undefined)
  const closeNotice = useRef(() => {})
  const part = parts.find((it) => it.productId === productId)
  const car = editing ? editing.boughtForCar : part?.car

  const { form, problem, isSending } = useForm({ fields: {}, send })

  async function send() {
    if (!isComplete(text, rating)) {
      closeNotice.current()
      closeNotice.current = toast('error', notValid)
      return
    }
    if (editing) await change(editing)
    else await add()
    onSaved()
  }

  async function add() {
    const { name, uid, photo } = user
    const author = { name, uid, photo }
    const review = { reviewText: text, rating, reviewDate: new Date().toISOString(), author }
    const aboutPart = part && { productId: part.productId, withCar: withCar && car !== undefined }
    await authApi(reviewRoutes.addReview, { body: { ...review, ...aboutPart } })
    toast('success', 'Review added successfully')
    setText('')
    setRating(0)
    setProductId('')
  }

  async function change({ _id: id }: OwnReview) {
    await authApi(ownReviewRoutes.editReview, {
      params: { id },
      body: { reviewText: text, rating, withCar: withCar && car !== undefined },
    })
    toast('success', 'Review saved')
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
    <form {...form} className="panel grid gap-5 p-5 sm:p-6" aria-label="Review">
      {!editing && parts.length > 0 && (
        <SelectField
          label="What is it about?"
          name="about"
          value={part ? productId : ''}
          onChange={({ target }) => setProductId(target.value)}
        >
          <option value="">About the shop</option>
          <optgroup label="A part you bought">
            {parts.map((it) => (
              <option key={it.productId} value={it.productId}>
                {it.productName}
              </option>
            ))}
          </optgroup>
        </SelectField>
      )}
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
      {car && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="withCar"
            className="size-5 flex-none accent-accent"
            checked={withCar}
            onChange={({ target }) => setWithCar(target.checked)}
          />
          <span>Say that it was for a {car}</span>
        </label>
      )}
      <FormError text={problem} />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Sending…' : editing ? 'Save review' : 'Add Review'}
        </button>
        {onCancel && (
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            Keep it as it was
          </button>
        )}
      </p>
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
