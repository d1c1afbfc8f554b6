import { useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { CardList, ListPage } from '~/platform/lists/ListPage.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import type { ManagedQuestion, ManagedReview, QueueItem } from './contract.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { ReviewCard } from './ReviewCard.tsx'

const useReload = () => {
  const { revalidate } = useRevalidator()
  return () => void revalidate()
}

/** What is done goes, and the next moves up. */
export function Queue() {
  const { total, items } = useLoaderData<{ total: number; items: QueueItem[] }>()
  const reload = useReload()
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListHeading
        title="Reviews and questions"
        lead={
          total === 0
            ? 'Everything is looked at and answered.'
            : `${countOf(total, 'text')} to look at, what was reported first.`
        }
      />
      <CardList>
        {items.map((item) =>
          item.kind === 'review' ? (
            <li key={item.review._id}>
              <ReviewCard review={item.review} onChanged={reload} />
            </li>
          ) : (
            <li key={item.question._id}>
              <QuestionCard question={item.question} onChanged={reload} />
            </li>
          ),
        )}
      </CardList>
      {total > items.length && (
        <p className="text-muted">{countOf(total - items.length, 'more text')} after these.</p>
      )}
    </div>
  )
}

export function AllReviews() {
  const data = useLoaderData<Listed<ManagedReview>>()
  const reload = useReload()
  return (
    <ListPage
      title="All reviews"
      list={data}
      one="review"
      states={{ all: 'All', hidden: 'Hidden' }}
      search="Words or author"
      empty={data.view.state === 'hidden' ? 'No review is hidden' : 'No reviews'}
    >
      <CardList>
        {data.rows.map((review) => (
          <li key={review._id}>
            <ReviewCard review={review} onChanged={reload} />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}

export function AllQuestions() {
  const data = useLoaderData<Listed<ManagedQuestion>>()
  const reload = useReload()
  return (
    <ListPage
      title="All questions"
      list={data}
      one="question"
      states={{ all: 'All', open: 'Not answered', hidden: 'Hidden' }}
      search="Words of the question"
      empty={data.view.state === 'open' ? 'Every question is answered' : 'No questions'}
    >
      <CardList>
        {data.rows.map((question) => (
          <li key={question._id}>
            <QuestionCard question={question} onChanged={reload} />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}
