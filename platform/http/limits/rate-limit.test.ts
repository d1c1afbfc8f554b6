import { expect, test } from 'vitest'
import { forwardedAddress } from './caller.server.ts'
import { networkOf } from './rate-limit.server.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8:1:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['::1:ffff:cb00:7107', '0:0:0:0::/64'],
  ['::ffff', '0:0:0:0::/64'],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['10.0.0.1, 203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:4711', '::ffff:203.0.113.7'],
  // Without brackets the last group is a part of the address.
  ['2001:db8::1:4711', '2001:db8::1:4711'],
  ['unknown', undefined],
  ['203.0.113.7:4711:4712', undefined],
  ['203.0.113.777', undefined],
  ['', undefined],
  [undefined, undefined],
])('a proxy that says %s was called by %s', (header, address) => {
  expect(forwardedAddress(header)).toBe(address)
})
