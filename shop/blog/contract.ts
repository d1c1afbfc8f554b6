import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'

export const Blog = z.object({ _id: z.string(), question: z.string(), answer: z.string() })
export type Blog = z.infer<typeof Blog>

export const blogContract = {
  listBlogs: { response: z.array(Blog) },
  getBlog: { params: z.object({ id: z.string() }), response: Blog },
} satisfies Contract
export type BlogContract = typeof blogContract

export const refuse = refusalsOf({ unknown_blog: [404, 'There is no such question.'] })
