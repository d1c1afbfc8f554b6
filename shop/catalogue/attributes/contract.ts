import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestAttributeName, longestUnit } from './attribute-lines.ts'

export const AttributeDefinition = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(['number', 'text']),
  unit: z.string(),
  /** Parts that have it. */
  parts: z.number().int(),
})
export type AttributeDefinition = z.infer<typeof AttributeDefinition>

const name = typed(longestAttributeName, 'Name is required').refine(
  (text) => !/[:;\n]/.test(text),
  'Name has no colon, semicolon or line break',
)
const NewAttribute = z.object({
  name,
  kind: z.enum(['number', 'text'], 'Choose a number or a text'),
  /** Of a number. */
  unit: typed(longestUnit, undefined).default(''),
})
export type NewAttribute = z.output<typeof NewAttribute>

const byId = z.object({ id: z.string() })

export const attributesContract = {
  listAttributes: { response: z.array(AttributeDefinition) },
  /** Their names. */
  listAttributesOfKind: { params: byId, response: z.array(z.string()) },
  addAttribute: { body: NewAttribute, response: z.object({ insertedId: z.string() }) },
  renameAttribute: {
    params: byId,
    body: z.object({ name }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
  deleteAttribute: { params: byId, response: z.object({ deletedCount: z.number().int() }) },
} satisfies Contract
export type AttributesContract = typeof attributesContract

export const mostDefinitions = 300

export const refuse = refusalsOf({
  wrong_attributes: [422, 'Look at the attributes.', 'invalid'],
  unknown_attribute: [404, 'There is no such attribute.'],
  unknown_category: [404, 'There is no such category.'],
  name_taken: [409, 'There is already an attribute named “{name}”.'],
  too_many: [409, `A shop has at most ${mostDefinitions} attributes.`],
})
