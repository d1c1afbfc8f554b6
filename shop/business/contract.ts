import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { cleanText } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import type { Business, PublicBusiness, Section } from './fields.ts'
import { fieldsOf, publicSections } from './fields.ts'

const sectionOf = (section: Section) =>
  z.object(Object.fromEntries(Object.keys(fieldsOf(section)).map((name) => [name, z.string()])))

const OnEveryPage = z.object(
  Object.fromEntries(publicSections.map((section) => [section, sectionOf(section)])),
) as unknown as z.ZodType<PublicBusiness>

const Values = z.record(z.string(), z.string())

/** A section as its form needs it. */
export const EditedSection = z.object({
  /** Grows with every change; 0 before the first. */
  version: z.number().int(),
  values: Values,
  /** What the owner has changed, by name. */
  changed: z.array(z.string()),
  /** What the fields say that the owner has not changed. */
  first: Values,
})
export type EditedSection = z.infer<typeof EditedSection>

/** What is left to be done before the shop opens. */
export const Opening = z.object({
  lines: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      todo: z.string(),
      link: z.string().optional(),
      state: z.enum(['open', 'done', 'skipped']),
    }),
  ),
  readySince: z.string().optional(),
})
export type Opening = z.infer<typeof Opening>

const OneSection = z.object({ section: z.string() })

export const businessContract = {
  getBusiness: { response: OnEveryPage },
  getHomeTexts: { response: sectionOf('home') as unknown as z.ZodType<Business['home']> },
  getBusinessSection: { params: OneSection, response: EditedSection },
  changeBusinessSection: {
    params: OneSection,
    body: z.object({
      /** Of what the admin saw: what somebody else has changed since is not overwritten. */
      version: z.number().int().min(0).max(2_000_000_000),
      values: z.record(z.string().max(40), cleanText('Holds characters that cannot be kept')),
    }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
  getOpening: { response: Opening },
  skipOpeningStep: {
    params: z.object({ step: z.string() }),
    body: z.object({ skipped: z.boolean() }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
} satisfies Contract
export type BusinessContract = typeof businessContract

export const refuse = refusalsOf({
  unknown_step: [404, 'There is no such line in the list.'],
  unknown_section: [404, 'There is no such part of the settings.'],
  changed_meanwhile: [
    409,
    'Somebody else has changed this since you opened it. Copy what you typed, and open it again.',
  ],
  invalid: [422, 'Something is wrong with a field.'],
})
