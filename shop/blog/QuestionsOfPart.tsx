import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Blog } from './contract.ts'

/** What the blog says about a part; nothing where it says nothing. */
export function QuestionsOfPart({ blogs }: { blogs: Blog[] }) {
  if (blogs.length === 0) return null
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">From the blog</h2>
      <ul className="grid">
        {blogs.map(({ _id, question }) => (
          <li key={_id}>
            <Link to={urls.blog(_id)} className="text-link inline-flex min-h-11 items-center">
              {question}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
