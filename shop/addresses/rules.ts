export const addressFields = ['name', 'street', 'postalCode', 'town', 'state', 'country', 'phone'] as const
export type AddressField = (typeof addressFields)[number]
/** Only of a country that has states. */
type State = { state?: string | undefined }
export type Address = Record<Exclude<AddressField, 'state'>, string> &
  State & {
    /** ISO 3166-1, of the country that its name says; absent where that is not known. */
    countryCode?: string | undefined
  }

export const addressLabels: Record<AddressField, string> = {
  name: 'Name',
  street: 'Street and number',
  postalCode: 'Postal code',
  town: 'Town',
  state: 'State',
  country: 'Country',
  phone: 'Phone (optional)',
}

export const longestAddressField: Record<AddressField, number> = {
  name: 100,
  street: 200,
  postalCode: 16,
  town: 100,
  state: 60,
  country: 60,
  phone: 40,
}

export const mostAddresses = 20

/** Only what is plainly missing: addresses of the world fit no pattern. */
export const missingWords: Record<AddressField, string | undefined> = {
  name: 'Name is required',
  street: 'Street and number is required',
  postalCode: undefined,
  town: 'Town is required',
  state: undefined,
  country: 'Country is required',
  phone: undefined,
}

/** In the form, where the country is known to have some. */
export const stateMissing = 'State is required'

/** Where there are states, the post has the code at the end. */
export const townLine = ({ postalCode, town, state }: Pick<Address, 'postalCode' | 'town' | 'state'>) =>
  (state ? `${town}, ${state} ${postalCode}` : `${postalCode} ${town}`).trim()

/** As it is written on a parcel. */
export const addressLines = (address: Address) =>
  [address.name, ...address.street.split('\n'), townLine(address), address.country.toUpperCase()].filter(
    Boolean,
  )

export const isSameAddress = (a: Address, b: Address) =>
  addressFields.every((field) => (a[field] ?? '') === (b[field] ?? ''))
