import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { blogRoutes } from '~/shop/routes.ts'
import { blogContract, refuse } from './contract.ts'

export const blogApi = ({ db }: Database) =>
  endpoints(blogRoutes, blogContract, {
    listBlogs: {
      access: 'everyone',
      summary: 'All questions and answers of the blog',
      topics: ['blogs'],
      handler: () => blogs(db).execute(),
    },
    getBlog: {
      access: 'everyone',
      summary: 'One question and its answer',
      topics: ['blogs'],
      async handler({ params }) {
        const blog = await blogs(db).where('id', '=', params.id).executeTakeFirst()
        if (!blog) throw refuse('unknown_blog')
        return blog
      },
    },
  })

const blogs = (db: Db) =>
  db.selectFrom('blogs').select(['id as _id', 'question', 'answer']).orderBy('created_at').orderBy('id')

export async function blogIds(db: Db) {
  const rows = await blogs(db).execute()
  return rows.map(({ _id }) => _id)
}
