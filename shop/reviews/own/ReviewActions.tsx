import { useState } from 'react'
import { formatCount } from '~/platform/figures.ts'
import { LazyPanel } from '~/platform/ui/LazyPanel.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { ownReviewRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { PartReview } from '../contract.ts'

type Props = { review: PartReview; isMarked: boolean; isOwn: boolean }

/** Only who has something to report downloads the dialog for it. */
const downloadReport = async () => (await import('./ReportDialog.tsx')).ReportDialog

/** For customers: say that it helped, or that the shop should look at it. */
export function ReviewActions({ review: { _id: id, helpful, author }, isMarked, isOwn }: Props) {
  const [answered, setAnswered] = useState<{ isMarked: boolean; helpful: number }>()
  const marked = answered ?? { isMarked, helpful }
  const [isSending, setIsSending] = useState(false)
  const [isReporting, setIsReporting] = useState(false)
  if (isOwn) return <p className="text-sm text-muted">Your review</p>
  async function mark() {
    if (isSending) return
    setIsSending(true)
    try {
      const body = { helpful: !marked.isMarked }
      const answer = await authApi(ownReviewRoutes.markHelpful, { params: { id }, body })
      setAnswered({ isMarked: body.helpful, helpful: answer.helpful })
    } catch (error) {
      toastError(error)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <button
        type="button"
        className="btn btn-quiet btn-small aria-pressed:bg-sunken"
        aria-pressed={marked.isMarked}
        aria-disabled={isSending}
        onClick={() => void mark()}
      >
        Helpful{marked.helpful > 0 && ` (${formatCount(marked.helpful)})`}
        <span className="sr-only">: the review by {author.name}</span>
      </button>
      <button type="button" className="text-link min-h-11" onClick={() => setIsReporting(true)}>
        Report<span className="sr-only"> the review by {author.name}</span>
      </button>
      {isReporting && (
        <LazyPanel download={downloadReport}>
          {(ReportDialog) => <ReportDialog id={id} onClose={() => setIsReporting(false)} />}
        </LazyPanel>
      )}
    </p>
  )
}
