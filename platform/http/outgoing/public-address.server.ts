import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Networks that no stranger's address may lead us into: our own machine, our own house, and what is nobody's. */
const notPublic4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** Of IPv6 only what is given out to the world is public, less the parts that carry IPv4 or are for examples. */
const worldWide6 = blockList('ipv6', [['2000::', 3]])
const notPublic6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

export function isPublicAddress(address: string) {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4')
  if (isIPv6(address)) return worldWide6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
  return false
}

function blockList(family: 'ipv4' | 'ipv6', networks: [network: string, bits: number][]) {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}
