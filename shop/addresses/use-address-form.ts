import { useForm } from '~/platform/ui/use-form.ts'
import type { Address, AddressField } from './rules.ts'
import { addressFields, missingWords } from './rules.ts'

const fields = Object.fromEntries(
  addressFields.map((field) => [field, (typed: string) => (typed.trim() ? undefined : missingWords[field])]),
) as Record<AddressField, (typed: string) => string | undefined>

/** A form of `AddressFields`: says what is missing beside its field. */
export const useAddressForm = (send: (address: Address) => Promise<void>) => useForm({ fields, send })
