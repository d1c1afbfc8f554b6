import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { keepUnits } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { blogRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Blog } from './contract.ts'
import { cardAnswer, questionsPerPage } from './rules.ts'

type Loaded = { blogs: Blog[]; total: number; page: number }

export { BlogsPage as Component }

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = Math.max(1, Number.parseInt(new URL(request.url).searchParams.get('page') ?? '', 10) || 1)
  const { data, total } = await context.get(apiContext)(blogRoutes.listBlogs, {
    query: { page, limit: questionsPerPage },
  })
  return { blogs: data, total: total ?? data.length, page }
}

function BlogsPage() {
  const { blogs, total, page } = useLoaderData<Loaded>()
  return (
    <div className="section">
      <Title
        page="Blogs"
        description="Plain answers to the questions drivers ask at the counter: brakes, oil, batteries, tyres and more."
      />
      <header className="mb-10 grid gap-3 lg:mb-14">
        <p className="eyebrow">Questions and answers</p>
        <h1 className="max-w-[16ch] text-[clamp(40px,5.2vw,72px)] leading-[1.02]">
          Asked at the counter, answered at the bench
        </h1>
        <p className="lead">
          What drivers want to know before they reach for a spanner, and when it is better to leave it alone.
        </p>
      </header>
      {blogs.length === 0 ? (
        <p className="lead">
          No questions yet.{' '}
          <Link to={urls.contact()} className="text-link">
            Ask the first one
          </Link>
        </p>
      ) : (
        <>
          <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
            {blogs.map((blog, i) => (
              <li key={blog._id} className={page === 1 && i === 0 ? 'lg:col-span-2 lg:row-span-2' : ''}>
                <BlogCard
                  blog={blog}
                  number={(page - 1) * questionsPerPage + i + 1}
                  isFirst={page === 1 && i === 0}
                />
              </li>
            ))}
          </ul>
          <Pages page={page} last={Math.ceil(total / questionsPerPage)} />
        </>
      )}
    </div>
  )
}

/** Two links instead of the numbers of the long lists: they cost a visitor no script of their own. */
const Pages = ({ page, last }: { page: number; last: number }) =>
  last > 1 && (
    <nav aria-label="Pages of the blog" className="mt-8 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <Link to={urls.blogs({ page: page - 1 })} className="btn btn-quiet">
          Newer
        </Link>
      )}
      <span className="text-sm text-muted">
        Page {page} of {last}
      </span>
      {page < last && (
        <Link to={urls.blogs({ page: page + 1 })} className="btn btn-quiet">
          Older
        </Link>
      )}
    </nav>
  )

type Props = { blog: Blog; number: number; isFirst: boolean }

/** The first card is dark and large, like the opening page of a magazine. */
function BlogCard({ blog, number, isFirst }: Props) {
  const look = isFirst
    ? 'rounded-panel border border-white/12 bg-night bg-radial-[at_85%_110%] from-[#4a1d0b] via-night via-60% to-night p-7 text-paper sm:p-10 lg:p-14'
    : 'panel p-6 sm:p-7 transition-shadow duration-200 hover:shadow-lifted'
  return (
    <article className={`group relative flex h-full flex-col gap-4 overflow-hidden ${look}`}>
      {isFirst && <QuestionMark />}
      <p
        className={`font-display text-sm font-bold tabular-nums ${isFirst ? 'text-accent-at-night' : 'text-muted'}`}
        aria-hidden="true"
      >
        {String(number).padStart(2, '0')}
      </p>
      <h2 className={isFirst ? 'max-w-[14ch] text-[clamp(32px,4.4vw,60px)] leading-[1.04]' : 'text-[22px]'}>
        {blog.question}
      </h2>
      <p className={isFirst ? 'max-w-[44ch] text-[17px] text-[#c3c6cb]' : 'text-[15px] text-muted'}>
        {keepUnits(cardAnswer(blog.answer))}
      </p>
      {/* The whole card is clickable. */}
      <Link
        to={urls.blog(blog._id)}
        className={`mt-auto flex min-h-11 items-center gap-2 self-start after:absolute after:inset-0 ${
          isFirst ? 'font-semibold text-accent-at-night underline-offset-4 hover:underline' : 'text-link'
        }`}
      >
        Learn More<span className="sr-only">: {blog.question}</span>
        <span className="transition-transform duration-200 group-hover:translate-x-1">
          <Icon name="arrow" />
        </span>
      </Link>
    </article>
  )
}

const QuestionMark = () => (
  <span
    className="pointer-events-none absolute -bottom-24 -right-4 select-none font-display text-[26rem] font-extrabold leading-none text-white/5 max-lg:hidden"
    aria-hidden="true"
  >
    ?
  </span>
)
