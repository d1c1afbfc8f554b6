import type { FormEvent } from 'react'
import { useState } from 'react'
import { TextField } from '~/platform/ui/Field.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { toastProblem } from '~/platform/ui/toast-problem.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { callAs } from '~/shop/identity/entering.ts'
import { urls } from '~/shop/urls.ts'
import { RatingChoice } from './RatingChoice.tsx'
import { characters, longestReview, notValid, reviewHint } from './rules.ts'

type Props = { user: { name: string; email: string; photo: string | null } }

export function ReviewForm({ user }: Props) {
  const [text, setText] = useState('')
  const [rating, setRating] = useState(0)
  const [isSending, setIsSending] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!rating || !text.trim()) return toast('error', notValid)
    if (isSending) return
    setIsSending(true)
    try {
      const review = { reviewText: text, rating, reviewDate: new Date().toISOString(), author: user }
      await callAs<{ insertedId: string }>('POST', urls.api.addReview(), review)
      toast('success', 'Review added successfully')
      setText('')
      setRating(0)
    } catch (error) {
      toastProblem(error)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      onSubmit={(event) => void send(event)}
      ref={ownValidation}
      className="panel grid gap-5 p-5 sm:p-6"
      aria-label="Review"
    >
      <RatingChoice rating={rating} choose={setRating} />
      <div className="grid gap-1.5">
        <TextField
          label="Your review"
          name="reviewText"
          maxLength={longestReview}
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium text-warn">
            {text !== '' && reviewHint(text, user.name)}
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
