import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { LazyPanel } from '~/platform/ui/LazyPanel.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { questionRoutes } from '~/shop/account-routes.ts'
import { urls } from '~/shop/urls.ts'
import type { AnsweredQuestion } from './contract.ts'

export type FirstQuestions = { rows: AnsweredQuestion[]; total: number }

type Props = {
  productId: string
  /** Those that came with the page. */
  first: FirstQuestions
  /** The car that a question may be about; for customers alone, who may ask. */
  asker?: { car: { vehicleId: string; name: string } | undefined } | undefined
}

/** Only who wants to ask downloads the form. */
const downloadForm = async () => (await import('./AskQuestion.tsx')).AskQuestionForm

/** On the page of a part: what others asked about it, with the shop's answers. */
export function PartQuestions({ productId, first, asker }: Props) {
  const [more, setMore] = useState<{ page: number; rows: AnsweredQuestion[] }>({ page: 1, rows: [] })
  const [isLoading, setIsLoading] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const known = new Set(first.rows.map(({ _id }) => _id))
  const shown = [...first.rows, ...more.rows.filter(({ _id }) => !known.has(_id))]
  if (shown.length === 0 && !asker) return null

  async function load() {
    if (isLoading) return
    setIsLoading(true)
    try {
      const { data } = await getByHttp(questionRoutes.listPartQuestions, {
        params: { id: productId },
        query: { page: more.page + 1 },
      })
      setMore(({ page, rows }) => ({ page: page + 1, rows: [...rows, ...data] }))
    } catch {
      toast('error', 'The questions could not be loaded. Please try again.')
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <section className="part-reviews" aria-labelledby="part-questions">
      <div className="grid content-start gap-3">
        <h2 id="part-questions" className="text-[22px]">
          Questions
        </h2>
        <p className="text-sm text-muted">Asked by customers, answered by the shop.</p>
        {asker && !isAsking && (
          <button
            type="button"
            className="btn btn-quiet justify-self-start"
            onClick={() => setIsAsking(true)}
          >
            Ask a question
          </button>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        {asker && isAsking && (
          <LazyPanel download={downloadForm}>
            {(AskQuestionForm) => (
              <AskQuestionForm productId={productId} car={asker.car} onDone={() => setIsAsking(false)} />
            )}
          </LazyPanel>
        )}
        {shown.length === 0 && !isAsking && (
          <p className="text-muted">Nobody has asked about this part yet.</p>
        )}
        {shown.length > 0 && (
          <ul className="grid gap-6" aria-busy={isLoading}>
            {shown.map((question) => (
              <li key={question._id} className="grid gap-2 border-b border-line pb-6 last:border-0 last:pb-0">
                <Question {...question} />
              </li>
            ))}
          </ul>
        )}
        {shown.length < first.total && (
          <button
            type="button"
            className="btn btn-quiet justify-self-start"
            aria-disabled={isLoading}
            onClick={() => void load()}
          >
            {isLoading ? 'Loading…' : 'More questions'}
          </button>
        )}
      </div>
    </section>
  )
}

function Question({ question, askedBy, car, answer, blogId }: AnsweredQuestion): ReactNode {
  return (
    <>
      <p className="max-w-[68ch] font-semibold wrap-anywhere whitespace-pre-line">{question}</p>
      <p className="text-sm wrap-anywhere text-muted">
        {askedBy}
        {car && `, for ${car}`}
      </p>
      {answer && (
        <div className="mt-1 border-l-2 border-accent pl-3">
          <p className="text-sm font-semibold">The shop answered</p>
          <p className="max-w-[68ch] wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
      )}
      {blogId && (
        <p>
          <Link to={urls.blog(blogId)} className="text-link inline-flex min-h-11 items-center">
            Read the answer in the blog
          </Link>
        </p>
      )}
    </>
  )
}
