import { z } from 'zod'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { Blog } from './contract.ts'

export const blogApi = ({ db }: Database) => [
  endpoint({
    method: 'GET',
    path: '/api/blogs',
    who: 'everyone',
    summary: 'All questions and answers of the blog',
    answer: z.array(Blog),
    shows: ['blogs'],
    act: () => blogs(db).execute(),
  }),
  endpoint({
    method: 'GET',
    path: '/api/blog/:id',
    who: 'everyone',
    summary: 'One question and its answer',
    params: z.object({ id: z.string() }),
    answer: Blog,
    shows: ['blogs'],
    async act({ params }) {
      const blog = await blogs(db).where('id', '=', params.id).executeTakeFirst()
      if (!blog) throw new Refusal(404, 'unknown_blog', 'There is no such question.')
      return blog
    },
  }),
]

const blogs = (db: Db) =>
  db.selectFrom('blogs').select(['id as _id', 'question', 'answer']).orderBy('created_at').orderBy('id')

export async function blogIds(db: Db) {
  const rows = await blogs(db).execute()
  return rows.map(({ _id }) => _id)
}
