import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { reviewQueueRoutes } from '~/shop/admin-routes.ts'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { ReviewText } from '../ReviewText.tsx'
import type { HideReason } from '../rules.ts'
import { hideReasons, longestReply } from '../rules.ts'
import type { ManagedQuestion, ManagedReview } from './contract.ts'
import { HideChoice } from './HideChoice.tsx'
import { ReplyForm } from './ReplyForm.tsx'

type Props = { review: ManagedReview; onChanged: () => void }

/** With what staff does about it. */
export function ReviewCard({ review, onChanged }: Props) {
  const { _id, author, part, isNew, reports, reportedFor, hiddenFor, reply, editedAt } = review
  const [task, setTask] = useState<'hide' | 'reply'>()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id: _id }
  const seen = { editedAt: editedAt ?? null, reports }
  const done = (text: string) => {
    toast('success', text)
    setTask(undefined)
    onChanged()
  }
  const setHidden = async (reason: HideReason | null) => {
    await authApi(reviewQueueRoutes.hideReview, { params, body: { reason, ...seen } })
    done(reason ? 'The review is hidden' : 'The review is shown again')
  }
  const start = (work: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    void work()
      .catch((error) => {
        toastError(error)
        onChanged()
      })
      .finally(() => setIsBusy(false))
  }
  const check = async () => {
    await authApi(reviewQueueRoutes.checkReview, { params, body: seen })
    done('Looked at')
  }
  return (
    <article className="panel grid gap-3 p-5 shadow-none sm:p-6" aria-label={`Review by ${author.name}`}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Subject part={part} />
        <span className="flex flex-wrap gap-2">
          {reports > 0 && (
            <span className="chip bg-danger-tint text-danger">
              Reported {reports === 1 ? 'once' : `${reports} times`}
            </span>
          )}
          {isNew && (
            <span className="chip bg-accent-tint text-accent-text">{editedAt ? 'Edited' : 'New'}</span>
          )}
          {hiddenFor && <span className="chip bg-warn-tint text-warn">Hidden</span>}
        </span>
      </header>
      <ReviewText review={review} />
      {reportedFor.length > 0 && (
        <p className="text-sm text-danger">
          {countOf(reports, 'reader')} reported it:{' '}
          {reportedFor.map((reason) => hideReasons[reason]).join('; ')}.
        </p>
      )}
      {hiddenFor && <p className="text-sm text-warn">Hidden: {hideReasons[hiddenFor]}.</p>}
      {task === 'hide' ? (
        <HideChoice who={author.name} hide={setHidden} onCancel={() => setTask(undefined)} />
      ) : task === 'reply' ? (
        <ReplyForm
          label="Public reply"
          who={author.name}
          text={reply?.text ?? ''}
          maxLength={longestReply}
          hint="Everybody reads it below the review. Its author is mailed once. Empty takes it back."
          save="Reply"
          send={async (text) => {
            const body = { reply: text, seen: reply?.text ?? '' }
            await authApi(reviewQueueRoutes.replyToReview, { params, body })
            done(text ? 'The reply is public' : 'The reply is taken back')
          }}
          onCancel={() => setTask(undefined)}
        />
      ) : (
        <p className="flex flex-wrap gap-2">
          {isNew && (
            <CardButton
              text="Looks fine"
              who={author.name}
              isMain
              isBusy={isBusy}
              onClick={() => start(check)}
            />
          )}
          <CardButton
            text={reply ? 'Edit the reply' : 'Reply'}
            who={author.name}
            isBusy={isBusy}
            onClick={() => setTask('reply')}
          />
          {hiddenFor ? (
            <CardButton
              text="Show again"
              who={author.name}
              isBusy={isBusy}
              onClick={() => start(() => setHidden(null))}
            />
          ) : (
            <CardButton text="Hide" who={author.name} isBusy={isBusy} onClick={() => setTask('hide')} />
          )}
        </p>
      )}
    </article>
  )
}

export const Subject = ({ part }: { part: ManagedQuestion['part'] | undefined }) =>
  part ? (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="w-12 flex-none">
        <Thumbnail image={part.image} />
      </span>
      <Link to={urls.product(part.productId)} className="text-link min-w-0 wrap-anywhere">
        {part.productName}
      </Link>
    </span>
  ) : (
    <span className="min-w-0 flex-1 text-muted">About the shop</span>
  )

type ButtonProps = { text: string; who: string; isMain?: boolean; isBusy: boolean; onClick: () => void }

export const CardButton = ({ text, who, isMain = false, isBusy, onClick }: ButtonProps) => (
  <button
    type="button"
    className={`btn btn-small ${isMain ? 'btn-main' : 'btn-quiet'}`}
    aria-disabled={isBusy}
    onClick={onClick}
  >
    {text}
    <span className="sr-only">: {who}</span>
  </button>
)
