import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { countries } from './countries.ts'
import { longestAddressField as longest, missingWords, mostAddresses } from './rules.ts'

/** As it is shown. */
export const ShownAddress = z.object({
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  town: z.string(),
  /** As the post has it, `OH`; absent where none was said. */
  state: z.string().optional(),
  country: z.string(),
  /** ISO 3166-1; absent where the name of the country says none that is known. */
  countryCode: z.string().optional(),
  phone: z.string(),
})

/** One line each: a line break would move what stands below it on a label. */
const line = (field: keyof typeof longest) =>
  typed(longest[field], missingWords[field]).transform((text) => text.replace(/\s+/g, ' '))

export const AddressInput = z.object({
  name: line('name'),
  street: line('street'),
  postalCode: line('postalCode').default(''),
  town: line('town'),
  state: line('state').optional(),
  country: line('country'),
  /** For a name in a language that the shop does not know; a name that it knows decides. */
  countryCode: z
    .enum(countries.map(({ code }) => code) as [string, ...string[]], 'There is no such country')
    .optional(),
  phone: line('phone').default(''),
})

export const SavedAddress = ShownAddress.extend({ _id: z.string() })
export type SavedAddress = z.infer<typeof SavedAddress>

const byId = z.object({ id: z.string() })

export const addressContract = {
  listAddresses: { response: z.array(SavedAddress) },
  addAddress: { body: AddressInput, response: z.object({ insertedId: z.string() }) },
  changeAddress: { params: byId, body: AddressInput, response: z.object({ modifiedCount: z.literal(1) }) },
  deleteAddress: { params: byId, response: z.object({ deletedCount: z.literal(1) }) },
} satisfies Contract
export type AddressContract = typeof addressContract

export const refuse = refusalsOf({
  unknown_address: [404, 'There is no such address.'],
  too_many_addresses: [
    409,
    `You have as many addresses as you may have: ${mostAddresses}. Delete one that you no longer use.`,
  ],
})
