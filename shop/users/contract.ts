import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { roles } from '~/platform/roles.ts'
import { Name } from '~/shop/identity/common-contract.ts'
import { contactPhoneProblem, longestProfileText } from '~/shop/identity/rules.ts'
import { StoredImage } from '~/shop/images/contract.ts'

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

/** The password, for users who have one; and whether their reviews go with them. */
export const DeleteOwnAccount = z.object({
  password: z.string().max(200).optional(),
  withReviews: z.boolean().default(false),
})

/** A row of the list of users. */
export const ListedUser = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  admin: z.boolean(),
  createdAt: z.string(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** Those that are chosen; an admin is made by a call of its own. */
export const StaffRole = z.enum(['user', 'packer', 'editor'])
export type StaffRole = z.infer<typeof StaffRole>

const byEmail = z.object({ email: Email })

export const userContract = {
  getProfile: { params: byEmail, response: Profile },
  saveProfile: { params: byEmail, body: ProfileUpdate, response: Profile },
  savePhoto: {
    params: byEmail,
    body: z.strictObject({ image: z.file() }, { error: 'Send a picture as the form field image.' }),
    response: StoredImage,
  },
  deletePhoto: { params: byEmail, response: z.object({ deletedCount: z.number() }) },
  listUsers: { query: ListQuery, response: z.array(ListedUser) },
  makeAdmin: { params: byEmail, response: z.object({ matchedCount: z.literal(1) }) },
  removeAdmin: { params: byEmail, response: z.object({ matchedCount: z.literal(1) }) },
  changeRole: {
    params: byEmail,
    /** `from` is the role that was seen: another admin may have changed it meanwhile. */
    body: z.object({ role: StaffRole, from: StaffRole }),
    response: z.object({ role: StaffRole }),
  },
  deleteUser: {
    params: byEmail,
    response: z.object({ deletedCount: z.union([z.literal(0), z.literal(1)]), message: z.string() }),
  },
  exportMyData: { response: z.unknown() },
  getMyAccount: { response: z.object({ hasPassword: z.boolean() }) },
  deleteMyAccount: { body: DeleteOwnAccount, response: z.object({ deletedCount: z.literal(1) }) },
} satisfies Contract
export type UserContract = typeof userContract

const adminsStay = 'admins cannot delete themselves'

export const refuse = refusalsOf({
  unknown_user: [404, 'There is no such user.'],
  not_your_profile: [403, 'Everybody writes their own profile.', 'forbidden'],
  not_your_picture: [403, 'Everybody shows a picture of their own.', 'forbidden'],
  may_not_promote: [403, 'You are not authorized to make this user an admin', 'forbidden'],
  may_not_remove_admin: [403, 'You are not authorized to remove this admin', 'forbidden'],
  may_not_delete: [403, 'You are not authorized to delete this user', 'forbidden'],
  admins_stay: [403, adminsStay, 'forbidden'],
  staff_stay: [403, 'An admin deletes the accounts of staff.', 'forbidden'],
  unverified: [409, 'This address has not been verified yet'],
  // Without a full stop: these are put into a sentence.
  nobody_to_promote: [404, 'There is no such user', 'unknown_user'],
  nobody_to_delete: [404, 'there is no such user', 'unknown_user'],
  may_not_change_role: [403, 'You are not authorized to change the role of this user', 'forbidden'],
  role_changed: [409, 'Meanwhile this user has another role: {role}'],
  remove_yourself: [409, 'Admins cannot remove themselves: another admin can', 'yourself'],
  delete_yourself: [409, adminsStay, 'yourself'],
})
