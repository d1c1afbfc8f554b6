import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { isId } from '~/platform/id.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { mostRelated, tooManyRelated } from '../rules.ts'

/** Also one that customers do not see, or cannot have. */
export const ManagedRelated = z.object({
  _id: z.string(),
  productName: z.string(),
  brand: z.string(),
  image: z.string(),
  isHidden: z.boolean(),
  availableQty: z.number().int(),
})
export type ManagedRelated = z.infer<typeof ManagedRelated>

const partIds = z
  .array(z.string().refine(isId, 'No such product'), 'Parts are required')
  .refine((ids) => new Set(ids).size === ids.length, 'Each part stands there once')

const byId = z.object({ id: z.string() })

export const manageRelatedContract = {
  listRelatedParts: { params: byId, response: z.array(ManagedRelated) },
  setRelatedParts: {
    params: byId,
    body: z.object({
      parts: partIds.refine((ids) => ids.length <= mostRelated, tooManyRelated),
      /** As they were when the editor read them. */
      seen: partIds,
    }),
    response: z.array(ManagedRelated),
  },
} satisfies Contract
export type ManageRelatedContract = typeof manageRelatedContract

export const refuse = refusalsOf({
  unknown_product: [404, noSuchProduct],
  unknown_part: [422, 'One of these parts is no longer in the shop.', 'invalid'],
  same_part: [422, 'A part does not stand beside itself.', 'invalid'],
  list_full: [
    422,
    `“{productName}” has ${mostRelated} parts beside it already. Take one out there first.`,
    'invalid',
  ],
  changed_meanwhile: [409, 'Somebody else has changed these parts meanwhile. Look at them and save again.'],
})
