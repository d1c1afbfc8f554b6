import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { reviewQueueRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { longestAnswer } from '../questions/rules.ts'
import type { HideReason } from '../rules.ts'
import { hideReasons } from '../rules.ts'
import type { ManagedQuestion } from './contract.ts'
import { HideChoice } from './HideChoice.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { CardButton, Subject } from './ReviewCard.tsx'

type Props = { question: ManagedQuestion; onChanged: () => void }

/** What is not answered yet has the field for it open. */
export function QuestionCard({ question, onChanged }: Props) {
  const { _id, part, askedBy, askedAt, car, answer, hiddenFor, blogId } = question
  const [isHiding, setIsHiding] = useState(false)
  const [isAnswering, setIsAnswering] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const navigate = useNavigate()
  const params = { id: _id }
  const done = (text: string) => {
    toast('success', text)
    setIsHiding(false)
    setIsAnswering(false)
    onChanged()
  }
  const setHidden = async (reason: HideReason | null) => {
    await authApi(reviewQueueRoutes.hideQuestion, { params, body: { reason } })
    done(reason ? 'The question is hidden' : 'The question is back')
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
  const isOpen = !answer && !hiddenFor
  return (
    <article className="panel grid gap-3 p-5 shadow-none sm:p-6" aria-label={`Question by ${askedBy}`}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Subject part={part} />
        {isOpen && <span className="chip bg-accent-tint text-accent-text">Question</span>}
        {hiddenFor && <span className="chip bg-warn-tint text-warn">Hidden</span>}
      </header>
      <p className="max-w-[68ch] font-medium wrap-anywhere whitespace-pre-line">{question.question}</p>
      <p className="text-sm text-muted">
        {askedBy}, <DateTime at={askedAt} />
        {car && <span className="block">for {car}</span>}
      </p>
      {answer && !isAnswering && (
        <p className="max-w-[68ch] border-l-2 border-accent pl-3 wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      )}
      {hiddenFor && <p className="text-sm text-warn">Hidden: {hideReasons[hiddenFor]}.</p>}
      {isHiding && <HideChoice who={askedBy} hide={setHidden} onCancel={() => setIsHiding(false)} />}
      {/* What is typed is there again for who hides nothing after all. */}
      <div hidden={isHiding} className="grid gap-3">
        {(isOpen || isAnswering) && (
          <ReplyForm
            label="Answer"
            who={askedBy}
            text={answer ?? ''}
            maxLength={longestAnswer}
            hint="Question and answer are then on the page of the part, with the first name alone; who asked is mailed."
            save="Answer"
            missing="Answer is required"
            send={async (text) => {
              const body = { answer: text, seen: answer ?? '' }
              await authApi(reviewQueueRoutes.answerQuestion, { params, body })
              done('The answer is public')
            }}
            {...(!isOpen && { onCancel: () => setIsAnswering(false) })}
          />
        )}
        <p className="flex flex-wrap items-center gap-2">
          {answer && !isAnswering && (
            <CardButton
              text="Edit the answer"
              who={askedBy}
              isBusy={isBusy}
              onClick={() => setIsAnswering(true)}
            />
          )}
          {hiddenFor ? (
            <CardButton
              text="Show again"
              who={askedBy}
              isBusy={isBusy}
              onClick={() => start(() => setHidden(null))}
            />
          ) : (
            <CardButton text="Hide" who={askedBy} isBusy={isBusy} onClick={() => setIsHiding(true)} />
          )}
          {answer && !blogId && (
            <CardButton
              text="Make it an article"
              who={askedBy}
              isBusy={isBusy}
              onClick={() =>
                start(async () => {
                  const { insertedId } = await authApi(reviewQueueRoutes.makeArticle, { params })
                  toast('success', 'A draft is written. Edit it, then publish it.')
                  await navigate(urls.editBlog(insertedId))
                })
              }
            />
          )}
          {blogId && (
            <Link to={urls.editBlog(blogId)} className="text-link inline-flex min-h-11 items-center text-sm">
              Its article
            </Link>
          )}
        </p>
      </div>
    </article>
  )
}
