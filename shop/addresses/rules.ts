export const addressFields = ['name', 'street', 'postalCode', 'town', 'country', 'phone'] as const
export type AddressField = (typeof addressFields)[number]
export type Address = Record<AddressField, string>

export const addressLabels: Record<AddressField, string> = {
  name: 'Name',
  street: 'Street and number',
  postalCode: 'Postal code',
  town: 'Town',
  country: 'Country',
  phone: 'Phone (optional)',
}

export const longestAddressField: Record<AddressField, number> = {
  name: 100,
  street: 200,
  postalCode: 16,
  town: 100,
  country: 60,
  phone: 40,
}

export const mostAddresses = 20

/** Only what is plainly missing: addresses of the world fit no pattern. */
export const missingWords: Record<AddressField, string | undefined> = {
  name: 'Name is required',
  street: 'Street is required',
  postalCode: undefined,
  town: 'Town is required',
  country: 'Country is required',
  phone: undefined,
}

/** As it is written on a parcel. */
export const addressLines = ({ name, street, postalCode, town, country }: Address) =>
  [name, ...street.split('\n'), `${postalCode} ${town}`.trim(), country.toUpperCase()].filter(Boolean)
