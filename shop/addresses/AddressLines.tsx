import type { Address } from './rules.ts'
import { addressLines } from './rules.ts'

/** As it is written on a parcel. */
export const AddressLines = ({ address }: { address: Address }) => (
  <address className="not-italic [overflow-wrap:anywhere]">
    {addressLines(address).map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
    {address.phone && <span className="block text-muted">Phone {address.phone}</span>}
  </address>
)
