/** Broken before the @ where it is too long for its column. */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="block [overflow-wrap:anywhere] tables:min-w-36">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
