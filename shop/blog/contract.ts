import { z } from 'zod'

export const Blog = z.object({ _id: z.string(), question: z.string(), answer: z.string() })
export type Blog = z.infer<typeof Blog>
