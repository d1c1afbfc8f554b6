import { z } from 'zod'
import { Name } from '~/shop/identity/contract.ts'
import { contactPhoneProblem } from '~/shop/identity/rules.ts'
import { longestProfileText } from './rules.ts'

const text = z
  .string()
  .max(longestProfileText, `At most ${longestProfileText} characters`)
  .transform((typed) => typed.normalize('NFC').trim())
  .refine((typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed), 'Holds characters that cannot be kept')

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  photo: z.string().nullable(),
  education: z.string(),
  location: z.string(),
  phone: z.string(),
})
export type Profile = z.infer<typeof Profile>

const phone = text.superRefine((typed, context) => {
  const message = contactPhoneProblem(typed)
  if (message) context.addIssue({ code: 'custom', message })
})

export const ProfileUpdate = z.object({ name: Name, education: text, location: text, phone })

/** The password, for users who have one. */
export const DeleteOwnAccount = z.object({ password: z.string().max(200).optional() })

/** A row of the list of users. */
export const ListedUser = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  admin: z.boolean(),
  createdAt: z.string(),
})
export type ListedUser = z.infer<typeof ListedUser>
