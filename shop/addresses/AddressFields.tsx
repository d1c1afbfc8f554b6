import { useState } from 'react'
import { Field, SelectField } from '~/platform/ui/Field.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import { countries, countryOfLanguage, statesOf } from './countries.ts'
import type { Address, AddressField } from './rules.ts'
import { addressFields, addressLabels, longestAddressField, missingWords, stateMissing } from './rules.ts'

const autoComplete: Record<AddressField, string> = {
  name: 'shipping name',
  street: 'shipping street-address',
  postalCode: 'shipping postal-code',
  town: 'shipping address-level2',
  state: 'shipping address-level1',
  country: 'shipping country-name',
  phone: 'shipping tel',
}

type Props = {
  address?: Partial<Address> | undefined
  errors: Partial<Record<AddressField, string | undefined>>
}

/** In a form of `useAddressForm`. */
export function AddressFields({ address = {}, errors }: Props) {
  const [country, setCountry] = useState(address.country ?? countryOfLanguage(navigator.language)?.name ?? '')
  const states = statesOf(country)
  const hasStates = states.length > 0
  const common = (field: AddressField) => ({
    label: addressLabels[field],
    name: field,
    autoComplete: autoComplete[field],
    error: errors[field],
  })
  const text = (field: AddressField) => ({
    ...common(field),
    defaultValue: address[field] ?? '',
    maxLength: longestAddressField[field],
  })
  return (
    <div className="@container">
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-3.5 *:col-span-6 @md:*:col-span-3">
        <Field {...text('name')} />
        <Field {...text('phone')} type="tel" />
        <SelectField
          {...common('country')}
          value={country}
          onChange={({ target }) => setCountry(target.value)}
        >
          {!country && <option value="">Choose</option>}
          {unlessListed(
            country,
            countries.map(({ name }) => ({ code: name })),
          )}
          {countries.map(({ code, name }) => (
            <option key={code}>{name}</option>
          ))}
        </SelectField>
        <Field {...text('street')} />
        <div className={hasStates ? '@md:col-span-2!' : 'col-span-3!'}>
          <Field {...text('town')} />
        </div>
        {hasStates && (
          <div className="col-span-3! @md:col-span-2!">
            <SelectField {...common('state')} defaultValue={address.state ?? ''}>
              <option value="">Choose</option>
              {unlessListed(address.state, states)}
              {states.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        <div className={hasStates ? 'col-span-3! @md:col-span-2!' : 'col-span-3!'}>
          <Field {...text('postalCode')} />
        </div>
      </div>
    </div>
  )
}

/** What was once typed freely, or sent by a program, stays as it is. */
const unlessListed = (value: string | undefined, listed: { code: string }[]) =>
  value && !listed.some(({ code }) => code === value) && <option>{value}</option>

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
