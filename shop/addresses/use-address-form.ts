import { useForm } from '~/platform/ui/use-form.ts'
import { statesOf } from './countries.ts'
import type { Address, AddressField } from './rules.ts'
import { addressFields, missingWords, stateMissing } from './rules.ts'

type Typed = Record<AddressField, string>

const fields = Object.fromEntries(
  addressFields.map((field) => [field, (typed: string) => (typed.trim() ? undefined : missingWords[field])]),
) as Record<AddressField, (typed: string) => string | undefined>

const checks = {
  ...fields,
  state: (typed: string, { country }: Typed) =>
    !typed && statesOf(country).length > 0 ? stateMissing : undefined,
}

/** A form of `AddressFields`: says what is missing beside its field. */
export const useAddressForm = (send: (address: Address, form: HTMLFormElement) => Promise<void>) =>
  useForm({
    fields: checks,
    send: ({ state, ...typed }, form) => send({ ...typed, ...(state && { state }) }, form),
  })
