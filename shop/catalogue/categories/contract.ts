import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestCategoryDescription, longestCategoryName } from './rules.ts'

export const Category = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Empty for a group. */
  group: z.string(),
  /** What follows /shop/ in its address. */
  path: z.string(),
  /** Parts that stand in it; of a group, also those of its kinds. */
  parts: z.number().int(),
  /** That cars need again and again. */
  need: z.literal('regular').optional(),
  /** Of a group among all parts of the shop: the picture of one of its parts. */
  image: z.string().optional(),
})
export type Category = z.infer<typeof Category>

const needs = ['', 'regular'] as const

const CategoryInput = z.object({
  name: typed(longestCategoryName, 'Name is required'),
  description: typed(longestCategoryDescription, undefined).default(''),
  /** Empty for a group. */
  group: z.string().max(longestCategoryName).default(''),
  /** Left out, it stays as it is. */
  need: z.enum(needs, `Need must be one of ${needs.join(', ')}`).optional(),
})
export type CategoryInput = z.output<typeof CategoryInput>

/** With what the admin saw before: what somebody else has changed since is not overwritten. */
const EditCategory = CategoryInput.extend({ seen: CategoryInput.optional() })
export type EditCategory = z.output<typeof EditCategory>

const byId = z.object({ id: z.string() })
const modified = z.object({ modifiedCount: z.number().int() })

export const categoriesContract = {
  listCategories: { response: z.array(Category) },
  addCategory: { body: CategoryInput, response: z.object({ insertedId: z.string() }) },
  editCategory: { params: byId, body: EditCategory, response: modified },
  moveCategory: { params: byId, body: z.object({ to: z.enum(['up', 'down']) }), response: modified },
  deleteCategory: {
    params: byId,
    query: z.object({
      /** Where its parts go: another category, or `none`. */
      partsTo: z.string().max(longestCategoryName).optional(),
    }),
    response: z.object({ deletedCount: z.number().int() }),
  },
} satisfies Contract
export type CategoriesContract = typeof categoriesContract

/** The tree is read whole, and locked whole when it changes. */
export const mostCategories = 500

export const refuse = refusalsOf({
  unknown_category: [404, 'There is no such category.'],
  not_a_category: [422, 'There is no category “{category}”.', 'unknown_category'],
  unknown_target: [422, 'There is no such category for its parts.', 'invalid'],
  too_many: [409, `A shop has at most ${mostCategories} categories.`],
  unknown_group: [422, 'There is no such group.'],
  name_taken: [409, 'There is already “{name}” beside it. Choose another name.'],
  address_taken: [
    409,
    'There is already a category at this address: “{id}”. Choose another name.',
    'name_taken',
  ],
  changed_meanwhile: [
    409,
    'Somebody else has changed this category since you opened it. Close this and look at it again.',
  ],
  has_kinds: [409, 'This group has categories in it. Move or delete them first.'],
  has_parts: [409, 'There are parts in this category: {parts}. Say where they go.'],
  no_name: [422, 'Name is required', 'invalid'],
})
