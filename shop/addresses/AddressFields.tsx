import { Field } from '~/platform/ui/Field.tsx'
import type { Address, AddressField } from './rules.ts'
import { addressFields, addressLabels, longestAddressField } from './rules.ts'

const autoComplete: Record<AddressField, string> = {
  name: 'shipping name',
  street: 'shipping street-address',
  postalCode: 'shipping postal-code',
  town: 'shipping address-level2',
  country: 'shipping country-name',
  phone: 'shipping tel',
}

type Props = {
  address?: Partial<Address> | undefined
  errors: Partial<Record<AddressField, string | undefined>>
}

export const AddressFields = ({ address = {}, errors }: Props) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {addressFields.map((field) => (
      <Field
        key={field}
        label={addressLabels[field]}
        name={field}
        defaultValue={address[field] ?? ''}
        maxLength={longestAddressField[field]}
        autoComplete={autoComplete[field]}
        error={errors[field]}
        {...(field === 'phone' && { type: 'tel' })}
      />
    ))}
  </div>
)
