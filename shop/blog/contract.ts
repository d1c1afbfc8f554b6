import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestText } from '~/shop/texts/pages.ts'
import { blogStates, longestQuestion, mostParts } from './rules.ts'

export const Blog = z.object({ _id: z.string(), question: z.string(), answer: z.string() })
export type Blog = z.infer<typeof Blog>

/** A part beside a question. */
const BlogPart = z.object({ _id: z.string(), productName: z.string(), image: z.string(), price: z.number() })
export type BlogPart = z.infer<typeof BlogPart>

export const ShownBlog = Blog.extend({
  /** The answer as it is shown; without it, its paragraphs. Described loosely to programs: a tree has no end. */
  nodes: (z.array(z.unknown()) as unknown as z.ZodType<MarkdownNode[]>).optional(),
  parts: z.array(BlogPart).optional(),
})
export type ShownBlog = z.infer<typeof ShownBlog>

/** A question in the list of those who write them. */
export const ManagedBlog = z.object({
  _id: z.string(),
  question: z.string(),
  /** Absent for a draft. */
  publishAt: z.string().optional(),
})
export type ManagedBlog = z.infer<typeof ManagedBlog>

const Version = z.object({
  version: z.number().int(),
  at: z.string(),
  by: z.string(),
  question: z.string(),
  markdown: z.string(),
})

export const EditedBlog = ManagedBlog.extend({
  markdown: z.string(),
  parts: z.array(BlogPart),
  version: z.number().int(),
  /** Newest first. */
  versions: z.array(Version),
})
export type EditedBlog = z.infer<typeof EditedBlog>

/** As an editor saves it. */
export const WrittenBlog = z.object({
  question: typed(longestQuestion, 'Question is required'),
  markdown: typed(longestText, 'Answer is required'),
  publishAt: z.iso.datetime({ error: 'Say when' }).nullable(),
  parts: z.array(z.string().max(64)).max(mostParts, `At most ${mostParts} parts`),
})
export type WrittenBlog = z.infer<typeof WrittenBlog>

const byId = z.object({ id: z.string() })

export const blogContract = {
  listBlogs: {
    query: ListQuery.pick({ page: true, limit: true }).extend({ part: z.string().max(64).optional() }),
    response: z.array(Blog),
  },
  getBlog: { params: byId, response: ShownBlog },
} satisfies Contract
export type BlogContract = typeof blogContract

export const managedBlogContract = {
  listManagedBlogs: {
    query: ListQuery.extend({ state: choice(blogStates) }),
    response: z.array(ManagedBlog),
  },
  getEditedBlog: { params: byId, response: EditedBlog },
  addBlog: { body: WrittenBlog, response: z.object({ insertedId: z.string() }) },
  changeBlog: {
    params: byId,
    body: WrittenBlog.extend({ version: z.number().int().min(0).max(2_000_000_000) }),
    response: z.object({ version: z.number().int() }),
  },
  deleteBlog: { params: byId, response: z.object({ deletedCount: z.literal(1) }) },
} satisfies Contract
export type ManagedBlogContract = typeof managedBlogContract

export const refuse = refusalsOf({
  unknown_blog: [404, 'There is no such question.'],
  changed_meanwhile: [
    409,
    '{by} has saved this question since you opened it. Your text is still here, with theirs beside it.',
  ],
  unknown_part: [422, 'One of the parts is no longer sold. Take it out and save again.'],
})
