import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPublic, isPublicAddress } from './fetch-public.server.ts'

const localWeb = { address: (ip: string) => ip === '127.0.0.1', port: () => true }
const most = 1024

const server = createServer((request, response) => {
  const path = request.url!
  if (path === '/picture') response.end('bytes')
  else if (path === '/large') response.end(Buffer.alloc(most + 1))
  else if (path === '/endless') response.writeHead(302, { location: '/endless' }).end()
  else if (path.startsWith('/to?'))
    response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end()
  else response.writeHead(404).end()
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://0/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:8080/',
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'http://user:word@93.184.216.34/',
  'gopher://93.184.216.34/',
  '//127.0.0.1/',
  'no address',
  '',
])('%s is never asked', async (address) => {
  await expect(fetchPublic(address, most)).rejects.toMatchObject({ status: 422, reason: 'cannot_fetch' })
})

test('a file of the allowed web is fetched, also by a redirect', async () => {
  expect(String(await fetchPublic(`${origin}/picture`, most, localWeb))).toBe('bytes')
  expect(String(await fetchPublic(`${origin}/to?/picture`, most, localWeb))).toBe('bytes')
})

test.each([
  ['/to?http%3A%2F%2F10.0.0.1%2F', 'private network'],
  ['/to?http%3A%2F%2F[::1]%2F', 'private network'],
  ['/to?file%3A%2F%2F%2Fetc%2Fpasswd', 'plain web address'],
  ['/endless', 'redirects too often'],
  ['/large', 'larger than'],
  ['/missing', 'status 404'],
])('%s is refused: %s', async (path, why) => {
  await expect(fetchPublic(origin + path, most, localWeb)).rejects.toThrow(why)
})

test('a name that leads to a private address is refused whatever else it leads to', async () => {
  const onlyV6 = { address: (ip: string) => ip === '::1', port: () => true }
  await expect(fetchPublic(origin.replace('127.0.0.1', 'localhost'), most, onlyV6)).rejects.toThrow(
    /private network|does not answer/,
  )
})
