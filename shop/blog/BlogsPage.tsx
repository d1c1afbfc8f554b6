import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { Link } from '~/platform/ui/Link.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { blogRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { BlogCard } from './BlogCard.tsx'
import type { Blog } from './contract.ts'

export { BlogsPage as Component }

export const loader = async ({ context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)(blogRoutes.listBlogs)).data

function BlogsPage() {
  const blogs = useLoaderData<Blog[]>()
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
        <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {blogs.map((blog, i) => (
            <li key={blog._id} className={i === 0 ? 'lg:col-span-2 lg:row-span-2' : ''}>
              <BlogCard blog={blog} number={i + 1} isFirst={i === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
