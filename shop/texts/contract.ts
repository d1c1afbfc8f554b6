import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestText } from './pages.ts'

const Markdown = typed(longestText, 'Text is required')

/** Described loosely to programs: a tree has no end. */
const Nodes = z.array(z.unknown()) as unknown as z.ZodType<MarkdownNode[]>

/** A page as visitors see it. */
export const ShownPage = z.object({ _id: z.string(), title: z.string(), nodes: Nodes })
export type ShownPage = z.infer<typeof ShownPage>

/** A page in the list of those that the owner writes. */
export const OwnPage = z.object({
  _id: z.string(),
  title: z.string(),
  /** Whether the owner has saved it; before, it is made from what the shop does. */
  isOwn: z.boolean(),
  changedAt: z.string().optional(),
})
export type OwnPage = z.infer<typeof OwnPage>

/** A page in its editor. */
export const EditedPage = OwnPage.extend({
  markdown: z.string(),
  /** What the shop would say without the owner. */
  first: z.string(),
  version: z.number().int(),
  /** Earlier and present ones, newest first. */
  versions: z.array(z.object({ version: z.number().int(), at: z.string(), markdown: z.string() })),
})
export type EditedPage = z.infer<typeof EditedPage>

const OnePage = z.object({ id: z.string() })

export const textsContract = {
  getPage: { params: OnePage, response: ShownPage },
  listPages: { response: z.array(OwnPage) },
  getEditedPage: { params: OnePage, response: EditedPage },
  changePage: {
    params: OnePage,
    body: z.object({ markdown: Markdown, version: z.number().int().min(0).max(2_000_000_000) }),
    response: z.object({ version: z.number().int() }),
  },
  previewText: { body: z.object({ markdown: Markdown }), response: z.object({ nodes: Nodes }) },
} satisfies Contract
export type TextsContract = typeof textsContract

export const refuse = refusalsOf({
  unknown_page: [404, 'There is no such page.'],
  changed_meanwhile: [
    409,
    'Somebody else has saved this page since you opened it. Your text is still here, with theirs beside it.',
  ],
})
