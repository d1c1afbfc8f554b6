import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { blogRoutes } from '~/shop/routes.ts'
import { blogContract, refuse } from './contract.ts'
import { partsOf, published } from './store.server.ts'

export const blogApi = (database: Database) =>
  endpoints(blogRoutes, blogContract, {
    listBlogs: {
      access: 'everyone',
      summary:
        'All questions and answers of the blog, newest first; one page with ?page= and ?limit=, those beside a part with ?part=',
      topics: ['blogs'],
      // There are as many addresses as parts and pages; the first ones are asked for again and again.
      isCached: ({ page = 1, part }) => page <= 50 && part === undefined,
      handler: ({ query }) => listBlogs(database.db, query),
    },
    getBlog: {
      access: 'everyone',
      summary: 'One question and its answer',
      topics: ['blogs', 'products'],
      async handler({ params }) {
        const blog = await published(database.db)
          .select(['id', 'question', 'answer', 'markdown'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        if (!blog) throw refuse('unknown_blog')
        const parts = await partsOf(database.db, blog.id)
        return {
          _id: blog.id,
          question: blog.question,
          answer: blog.answer,
          ...(blog.markdown !== null && { nodes: readMarkdown(blog.markdown) }),
          ...(parts.length > 0 && { parts }),
        }
      },
    },
  })

type BlogsQuery = { page?: number | undefined; limit?: number | undefined; part?: string | undefined }

async function listBlogs(db: Db, query: BlogsQuery) {
  const { part } = query
  const found = part
    ? published(db).where('id', 'in', (e) =>
        e.selectFrom('blog_parts').select('blog_id').where('product_id', '=', part),
      )
    : published(db)
  const rows = found.select(['id as _id', 'question', 'answer'])
  const page = pageOf(query)
  if (!page) return rows.execute()
  const { total } = await found
    .clearOrderBy()
    .select((e) => e.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return new WithTotal(await rows.limit(page.limit).offset(page.offset).execute(), Number(total))
}
