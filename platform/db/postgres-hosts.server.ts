/** One address for each host of an address that names several, as libpq has it: postgres://user@first,second:5433/shop */
export function addressesIn(databaseUrl: string) {
  const [, before = '', hosts = '', after = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** Of several hosts one at a time is used, until it fails or turns out to be a standby. */
export function chooseHost(databaseUrl: string) {
  const addresses = addressesIn(databaseUrl)
  let chosen = 0
  return {
    count: addresses.length,
    address: () => addresses[chosen]!,
    /** Unless another connection has left it already. */
    leave(address: string) {
      if (address === addresses[chosen]) chosen = (chosen + 1) % addresses.length
    },
  }
}
